/**
 * The archive of a tenant, taken before its rows go: gzip over lines, as a backup is, with the bytes of its files behind the
 * tables. It lies in the file store in parts under keys that no page serves, sealed by the SHA-256 of all its lines.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { version } from "../../../../../version";
import { endOfTable, parsedJson, tableLine } from "../../../../db/archive-format";
import type { FileStore } from "../../../../files/store";

const format = "scenic-console-tenant";
const headLine = z.object({
  format: z.literal(format),
  version: z.literal(1),
  at: z.string(),
  product: z.string(),
  tenant: z.string(),
  /** SHA-256 over the migrations that its tables were made by. */
  tables: z.string(),
});
const fileLine = z.object({ file: z.string(), contentType: z.string(), base64: z.string() });
const endLine = z.object({ end: z.literal(true), rows: z.number(), files: z.number(), sha256: z.string() });

export type TenantHead = z.output<typeof headLine>;
export type ArchivedFile = z.output<typeof fileLine>;

/** What an archive has: rows by table with their sums, and how much in all. */
export interface TenantArchive {
  counts: Record<string, number>;
  sums: Record<string, string>;
  rows: number;
  files: number;
  /** Of every line before the last. */
  sha256: string;
  bytes: number;
  parts: number;
}

/** Not as it was written, or not whole: nothing is done with it. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

const partSize = 4 * 1024 * 1024;
const partKey = (prefix: string, part: number) => `${prefix}/${String(part).padStart(5, "0")}`;

/** Writes lines and counts what they are; tables one after the other, files last. */
export class ArchiveWriter {
  private readonly whole = createHash("sha256");
  private readonly gzip = createGzip({ level: 6 });
  private waiting: Buffer[] = [];
  private held = 0;
  private table: { name: string; rows: number; hash: ReturnType<typeof createHash> } | null = null;
  private readonly archive: TenantArchive = {
    ...{ counts: {}, sums: {}, rows: 0, files: 0, sha256: "", bytes: 0, parts: 0 },
  };

  constructor(
    private readonly store: FileStore,
    /** Of its keys; nothing lies there yet. */
    private readonly prefix: string,
  ) {
    this.gzip.on("data", (chunk: Buffer) => {
      this.waiting.push(chunk);
      this.held += chunk.length;
    });
  }

  async head(head: Omit<TenantHead, "format" | "version" | "product">): Promise<void> {
    await this.write(`${JSON.stringify({ format, version: 1, product: version, ...head })}\n`);
  }

  async begin(name: string): Promise<void> {
    this.table = { name, rows: 0, hash: createHash("sha256") };
    await this.write(`${JSON.stringify({ table: name })}\n`);
  }

  async rows(rows: readonly string[]): Promise<void> {
    if (!this.table || rows.length === 0) return;
    const text = rows.map((row) => `${row}\n`).join("");
    this.table.hash.update(text);
    this.table.rows += rows.length;
    await this.write(text);
  }

  async end(): Promise<void> {
    if (!this.table) return;
    const { name, rows, hash } = this.table;
    const sha256 = hash.digest("hex");
    this.table = null;
    this.archive.counts[name] = rows;
    this.archive.sums[name] = sha256;
    this.archive.rows += rows;
    await this.write(`${JSON.stringify({ rows, sha256 })}\n`);
  }

  async file(file: string, contentType: string, bytes: Uint8Array): Promise<void> {
    this.archive.files += 1;
    await this.write(`${JSON.stringify({ file, contentType, base64: Buffer.from(bytes).toString("base64") })}\n`);
  }

  async finish(): Promise<TenantArchive> {
    const sha256 = this.whole.digest("hex");
    this.archive.sha256 = sha256;
    const { rows, files } = this.archive;
    this.gzip.end(`${JSON.stringify({ end: true, rows, files, sha256 })}\n`);
    await once(this.gzip, "end");
    await this.put();
    return this.archive;
  }

  private async write(text: string): Promise<void> {
    this.whole.update(text);
    if (!this.gzip.write(text)) await once(this.gzip, "drain");
    while (this.held >= partSize) await this.put();
  }

  private async put(): Promise<void> {
    if (this.held === 0) return;
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.held = 0;
    await this.store.put(partKey(this.prefix, this.archive.parts), bytes, "application/octet-stream");
    this.archive.parts += 1;
    this.archive.bytes += bytes.length;
  }
}

export interface ArchiveReader {
  head?(head: TenantHead): Promise<void> | void;
  rows?(table: string, rows: readonly string[]): Promise<void>;
  file?(file: ArchivedFile): Promise<void>;
}

const rowsAtOnce = 1_000;

/** Reads it from its first line to its last and holds it against its sums; throws {@link ArchiveDamaged}. */
export async function readArchive(
  store: FileStore,
  prefix: string,
  parts: number,
  reader: ArchiveReader = {},
): Promise<Pick<TenantArchive, "counts" | "sums" | "sha256">> {
  const lines = linesOf(store, prefix, parts);
  const whole = createHash("sha256");
  const counts: Record<string, number> = {};
  const sums: Record<string, string> = {};
  const take = async () => {
    const { value, done } = await lines.next();
    if (done) throw new ArchiveDamaged("its end is missing");
    return value;
  };
  const first = await take();
  const head = headLine.safeParse(parsedJson(first));
  if (!head.success) throw new ArchiveDamaged("it is no archive of a tenant");
  whole.update(`${first}\n`);
  await reader.head?.(head.data);
  for (;;) {
    const line = await take();
    const json = parsedJson(line);
    const end = endLine.safeParse(json);
    if (end.success) {
      const sha256 = whole.digest("hex");
      if (end.data.sha256 !== sha256 || !(await lines.next()).done) throw new ArchiveDamaged("it was changed");
      return { counts, sums, sha256 };
    }
    whole.update(`${line}\n`);
    const file = fileLine.safeParse(json);
    if (file.success) {
      await reader.file?.(file.data);
      continue;
    }
    const table = tableLine.safeParse(json);
    if (!table.success) throw new ArchiveDamaged("it was changed");
    const name = table.data.table;
    const hash = createHash("sha256");
    let batch: string[] = [];
    for (let rows = 0; ; rows += 1) {
      const row = await take();
      whole.update(`${row}\n`);
      const ended = endOfTable(row);
      if (ended) {
        const sha256 = hash.digest("hex");
        if (ended.rows !== rows || ended.sha256 !== sha256) throw new ArchiveDamaged(`rows of ${name} were changed`);
        await reader.rows?.(name, batch);
        counts[name] = rows;
        sums[name] = sha256;
        break;
      }
      hash.update(`${row}\n`);
      batch.push(row);
      if (batch.length < rowsAtOnce) continue;
      await reader.rows?.(name, batch);
      batch = [];
    }
  }
}

async function* linesOf(store: FileStore, prefix: string, parts: number): AsyncGenerator<string, undefined> {
  const gunzip = createGunzip();
  const feed = async () => {
    for (let part = 0; part < parts; part += 1) {
      const stream = await store.get(partKey(prefix, part));
      if (!stream) throw new ArchiveDamaged("a part is missing");
      for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>)
        if (!gunzip.write(chunk)) await once(gunzip, "drain");
    }
    gunzip.end();
  };
  const feeding = feed().catch((error: unknown) => gunzip.destroy(error as Error));
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      const pieces = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = pieces.pop() ?? "";
      yield* pieces;
    }
  } catch (error) {
    if (error instanceof ArchiveDamaged) throw error;
    throw new ArchiveDamaged("it is not as it was written");
  } finally {
    gunzip.destroy();
  }
  await feeding;
  if (rest !== "") throw new ArchiveDamaged("its last line is cut");
  return undefined;
}

export async function removeArchive(store: FileStore, prefix: string, parts: number): Promise<void> {
  for (let part = 0; part < parts; part += 1) await store.remove(partKey(prefix, part));
}

/** The bytes of a file of the store; null where there is none. */
export async function bytesOf(store: FileStore, key: string): Promise<Uint8Array | null> {
  const stream = await store.get(key);
  return stream && new Uint8Array(await new Response(stream).arrayBuffer());
}
