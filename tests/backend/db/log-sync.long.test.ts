/** Commits share syncs, and none is answered before its own: rule by rule, and by power cuts at the worst moments. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { LogSync, type NodeFsOperations, type NodeStream, syncs } from "~server/backend/db/log-sync";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "console-log-sync-"));
  fs.mkdirSync(path.join(folder, "pg_wal"));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("a commit's sync", () => {
  const segment = "000000010000000000000001";

  /** A log and a data file, and all that happens to them in order; a sync beside the session ends when it is told to. */
  function arrange() {
    const seen: string[] = [];
    const ends: ((error?: Error) => void)[] = [];
    vi.spyOn(fs, "fdatasyncSync").mockImplementation(() => void seen.push("sync"));
    vi.spyOn(fs, "fdatasync").mockImplementation(((_descriptor: number, done: (error: Error | null) => void) => {
      seen.push("begin");
      ends.push((error) => {
        seen.push("end");
        done(error ?? null);
      });
    }) as typeof fs.fdatasync);
    const names = ["write", "close", "unlink", "rename"] as const;
    const told = Object.fromEntries(names.map((name) => [name, () => void seen.push(name)]));
    const operations: NodeFsOperations = {
      stream_ops: { write: told.write, close: told.close } as never,
      node_ops: { unlink: told.unlink, rename: told.rename } as never,
    };
    const log = new LogSync(folder);
    log.install(operations);
    const open = (name: string): NodeStream => ({
      nfd: fs.openSync(path.join(folder, name), "a+"),
      path: `/pglite/data/${name}`,
    });
    const stream = open(`pg_wal/${segment}`);
    const commit = (on = stream) => log.commit(async () => operations.stream_ops.fsync?.(on));
    const does = (name: "write" | "close", on: NodeStream) => operations.stream_ops[name]?.(on as never);
    return { seen, ends, log, open, stream, commit, does, operations };
  }

  test("is put off, and one sync serves all that committed before it began", async () => {
    const { seen, ends, log, commit } = arrange();
    await commit();
    await commit();
    expect(seen).toEqual([]);
    const both = Promise.all([log.settled(), log.settled()]).then(() => seen.push("answered"));
    await vi.waitFor(() => expect(seen).toEqual(["begin"]));
    ends[0]?.();
    await both;
    expect(seen).toEqual(["begin", "end", "answered"]);
    await log.settled();
    expect(seen).toHaveLength(3);
  });

  test("that is asked for while another is under way is served by the next", async () => {
    const { seen, ends, log, commit } = arrange();
    await commit();
    const first = log.settled();
    await commit();
    const second = log.settled().then(() => seen.push("second answered"));
    ends[0]?.();
    await first;
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    expect(seen).toEqual(["begin", "end", "begin"]);
    ends[1]?.();
    await second;
    expect(seen.at(-1)).toBe("second answered");
  });

  test("goes out before any change of another file, and before the log's file is let go", async () => {
    const { seen, open, stream, commit, does, operations } = arrange();
    const data = open("16384");
    await commit();
    does("write", stream);
    expect(seen).toEqual(["write"]);
    does("write", data);
    expect(seen).toEqual(["write", "sync", "write"]);
    does("write", data);
    expect(seen).toEqual(["write", "sync", "write", "write"]);
    for (const change of [
      () => does("close", stream),
      () => operations.node_ops.unlink?.(),
      () => operations.node_ops.rename?.(),
    ]) {
      seen.length = 0;
      await commit();
      change();
      expect(seen[0]).toBe("sync");
      expect(seen).toHaveLength(2);
    }
  });

  test("of the next segment does not hide what the last one is owed", async () => {
    const { seen, ends, log, open, commit } = arrange();
    await commit();
    await commit(open("pg_wal/000000010000000000000002"));
    expect(seen).toEqual(["sync"]);
    const answered = log.settled();
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]?.();
    await answered;
  });

  test("outside a commit, or of another file, is made at once", async () => {
    const { seen, open, stream, commit, operations } = arrange();
    operations.stream_ops.fsync?.(stream);
    expect(seen).toEqual(["sync"]);
    await commit(open("global"));
    expect(seen).toEqual(["sync", "sync"]);
  });

  test("that fails leaves nobody with an answer, then or later", async () => {
    const { ends, log, commit } = arrange();
    await commit();
    const answer = log.settled();
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]?.(new Error("EIO"));
    await expect(answer).rejects.toThrow("EIO");
    await expect(log.settled()).rejects.toThrow("EIO");
    await expect(commit()).rejects.toThrow("EIO");
  });
});

describe("the embedded database", () => {
  const note = (database: Awaited<ReturnType<typeof openDatabase>>, n: number) =>
    database.system((tx) => tx.execute(sql`insert into noted values (${n}, repeat('x', 2000))`));

  test("needs fewer syncs than commits where many commit at once, and one each where they follow one another", async () => {
    const database = await openDatabase({ dataDir: path.join(folder, "data"), shareSyncs: true });
    try {
      await database.pool.query("create table noted (n int, much text)");
      const before = syncs.count;
      await Promise.all(Array.from({ length: 60 }, (_, n) => note(database, n)));
      expect(syncs.count - before).toBeLessThan(60);
      expect(syncs.count - before).toBeGreaterThan(0);
      const alone = syncs.count;
      for (let n = 0; n < 20; n += 1) await note(database, n);
      // Now and then a page of the table goes out between, which takes the sync before it.
      expect(syncs.count - alone).toBeGreaterThanOrEqual(20);
    } finally {
      await database.close();
    }
  });

  test.each([true, false])(
    "has what it answered after power cuts at the worst moments (commits share syncs: %s)",
    async (shareSyncs) => {
      const { cuts, lost } = await cutPower(folder, shareSyncs);
      expect(cuts).toBeGreaterThan(3);
      expect(lost).toEqual([]);
    },
    120_000,
  );

  test("without waiting for the sync it would lose answers, and the cuts see it", async () => {
    vi.spyOn(LogSync.prototype, "settled").mockResolvedValue();
    const { lost } = await cutPower(folder, true);
    expect(lost.length).toBeGreaterThan(0);
  }, 120_000);
});

/**
 * Writes on, and takes copies of the directory as a power cut would leave them right after an answer: what was written to
 * the log since its last sync is gone, and everything else is on the disk, whose order nobody promises. Answers what was
 * acknowledged before a cut and is not in its copy.
 */
async function cutPower(folder: string, shareSyncs: boolean): Promise<{ cuts: number; lost: string[] }> {
  const dataDir = path.join(folder, "data");
  const unsynced = new Map<string, { position: number; before: Buffer }[]>();
  const nameOf = (descriptor: number) => fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  const { writeSync, fdatasyncSync, fdatasync } = fs;
  vi.spyOn(fs, "writeSync").mockImplementation(((descriptor: number, bytes: Uint8Array, ...more: number[]) => {
    const [offset = 0, length = bytes.length, position = 0] = more;
    const file = nameOf(descriptor);
    if (/pg_wal\/[0-9A-F]{24}$/.test(file)) {
      const before = Buffer.alloc(length);
      const own = fs.openSync(file, "r");
      fs.readSync(own, before, 0, length, position);
      fs.closeSync(own);
      unsynced.set(file, [...(unsynced.get(file) ?? []), { position, before }]);
    }
    return writeSync(descriptor, bytes, offset, length, position);
  }) as typeof fs.writeSync);
  vi.spyOn(fs, "fdatasyncSync").mockImplementation((descriptor) => {
    fdatasyncSync(descriptor);
    unsynced.delete(nameOf(descriptor));
  });
  vi.spyOn(fs, "fdatasync").mockImplementation(((descriptor: number, done: (error: Error | null) => void) => {
    const file = nameOf(descriptor);
    const covered = unsynced.get(file)?.length ?? 0;
    fdatasync(descriptor, (error) => {
      unsynced.set(file, (unsynced.get(file) ?? []).slice(covered));
      done(error);
    });
  }) as typeof fs.fdatasync);

  const database = await openDatabase({ dataDir, shareSyncs });
  await database.pool.query("create table noted (n int, much text)");
  const answered: number[] = [];
  const copies: { copy: string; answered: number[] }[] = [];
  const cut = () => {
    const copy = path.join(folder, `cut-${copies.length}`);
    fs.cpSync(path.join(dataDir, "pg"), path.join(copy, "pg"), { recursive: true });
    for (const [file, writes] of unsynced) {
      const own = fs.openSync(path.join(copy, path.relative(dataDir, file)), "r+");
      for (const { position, before } of writes.toReversed()) writeSync(own, before, 0, before.length, position);
      fs.closeSync(own);
    }
    copies.push({ copy, answered: [...answered] });
  };
  for (let round = 0; round < 5; round += 1) {
    const one = async (n: number) => {
      await database.system((tx) => tx.execute(sql`insert into noted values (${n}, repeat('x', 2000))`));
      answered.push(n);
      if (n % 40 === 17) cut();
    };
    await Promise.all(Array.from({ length: 40 }, (_, n) => one(round * 40 + n)));
    if (round === 2) await database.pool.query("checkpoint");
  }
  await database.close();
  vi.restoreAllMocks();

  const lost: string[] = [];
  for (const { copy, answered } of copies) {
    const after = await openDatabase({ dataDir: copy });
    const { rows } = await after.pool.query<{ n: number }>("select n from noted");
    await after.close();
    const kept = new Set(rows.map(({ n }) => n));
    lost.push(...answered.filter((n) => !kept.has(n)).map((n) => `${n} of ${path.basename(copy)}`));
  }
  return { cuts: copies.length, lost };
}
