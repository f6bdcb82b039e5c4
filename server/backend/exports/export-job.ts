/** Makes the file of an export in the background, a batch of rows at a time: between two of them everybody else has a turn. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { exportBound, exportPayload } from "~/contract/export";
import { m } from "~/contract/messages";
import { type JobRun, jobKind } from "../jobs/kind";
import { standIn } from "../jobs/stand-in";
import { markOfLook } from "../kernel/changed-since";
import { tellErased } from "../kernel/erased";
import { fileLetters, fileStores } from "../kernel/file-letters";
import { NotFound, Refusal } from "../kernel/refusal";
import type { Served } from "../kernel/served";
import { writerFor } from "./formats";
import { lastExport, noteExport } from "./last-export";
import type { Sink } from "./table-writer";

const batch = 500;
/** Bytes that wait in memory before they are written down. */
const partBytes = 512 * 1024;

export interface ExportResult {
  rows: number;
  link: string;
  name: string;
  format: string;
  size: number;
}

export function exportKind(served: Served[]) {
  const sources = new Map(served.flatMap((one) => (one.source ? [[keyOf(one.method), one] as const] : [])));
  return jobKind({
    kind: "export",
    title: m.jobs_kind_export,
    payload: z.object({
      business: z.string(),
      method: z.string(),
      asked: exportPayload,
      byMail: z.boolean().optional(),
      storeId: z.number().optional(),
      planId: z.number().optional(),
    }),
    tells: true,
    page: ({ id }) => pageOf(id),
    outcome: ({ rows = 0, name = "" }) => exported(String(name).replace(/\.\w+$/, ""), rows),
    toldDone({ rows = 0, name = "" }, { business, method, asked }) {
      const { source } = sources.get(keyOf({ business, name: method })) ?? {};
      return { title: exported(source?.titleFor?.(asked) ?? source?.title() ?? "", rows), body: String(name) };
    },
    async run(run, { business, method, asked, byMail, storeId, planId = 0 }) {
      const found = sources.get(keyOf({ business, name: method }));
      if (!found?.source) throw new NotFound();
      const { source } = found;
      const { access } = found.method;
      const key = { accountId: run.accountId, list: `${business}/${method}`, filters: asked.filters, planId };
      const { ids, mark, at } = await run.read(async (tx) => {
        const call = await standIn(run, tx, access);
        const since = asked.changed ? await lastExport(tx, key) : null;
        // Of a part of the list it is nobody's last export; a plan remembers its own where it is asked for changes.
        const isWhole = !asked.ids && !asked.page && (planId === 0 || asked.changed === true);
        const left = isWhole && (await source.tellsChanges?.(call)) ? await markOfLook(tx) : null;
        return { ids: await source.ids(call, asked, exportBound + 1, since), mark: left, at: run.now() };
      });
      // A planned one where nothing changed has headings alone: whoever reads the files misses none.
      if (ids.length === 0 && !(asked.changed && planId !== 0))
        throw new Refusal(asked.changed ? m.jobs_export_changed_none() : m.engine_export_none());
      if (ids.length > exportBound) throw new Refusal(m.jobs_export_too_many({ n: exportBound }));
      const parts = new Parts(run);
      await parts.clear();
      const more = await run.read(async (tx) => source.moreColumns?.(await standIn(run, tx, access)));
      const columns = [...(source.columnsFor?.(asked) ?? source.columns), ...(more ?? [])];
      const title = source.titleFor?.(asked) ?? source.title();
      const heads = columns.map(({ label, kind }) => ({ label: label(), kind }));
      const writer = writerFor(asked.format, { title, columns: heads, sink: parts });
      const read = async (page: number[]) => {
        const rows = await run.read(async (tx) => source.rows(await standIn(run, tx, access), page, asked));
        return rows.map((row) => columns.map(({ name }) => told(row[name] ?? null)));
      };
      await writeRows(run, ids, read, writer.add.bind(writer), parts);
      await writer.end();
      await parts.flush(0);
      const result: ExportResult = {
        rows: ids.length,
        link: pageOf(run.jobId),
        name: `${title}.${asked.format}`,
        format: asked.format,
        size: parts.size,
      };
      const [letters, stores] = [byMail ? fileLetters() : null, storeId === undefined ? null : fileStores()];
      const { accountId, accountName, jobId } = run;
      await run.complete({ ...result }, async (tx) => {
        if (mark) await noteExport(tx, key, mark, at);
        const file = { accountId, accountName, jobId, name: result.name, now: run.now() };
        await letters?.put(tx, file);
        if (storeId !== undefined) await stores?.put(tx, { ...file, storeId });
      });
      return undefined;
    },
  });
}

const exported = (list: string, rows: number) =>
  list === ""
    ? m.jobs_exported({ n: rows })
    : m.jobs_exported_list({ list, n: rows, count: rows.toLocaleString("en-US") });

/** What was destroyed stands in a file as in a list: in words. */
const told = <V>(value: V): V | string => (typeof value === "string" ? tellErased(value) : value);

const pageOf = (jobId: number) => `/exports/${jobId}`;
const keyOf = ({ business, name }: { business: string; name: string }) => `${business}/${name}`;

async function writeRows(
  run: JobRun,
  ids: number[],
  read: (page: number[]) => Promise<(string | number | null)[][]>,
  add: (rows: (string | number | null)[][]) => Promise<void>,
  parts: Parts,
): Promise<void> {
  for (let at = 0; at < ids.length; at += batch) {
    await add(await read(ids.slice(at, at + batch)));
    await parts.flush(partBytes);
    await run.progress(Math.min(at + batch, ids.length), ids.length);
  }
}

/** The file's bytes on their way into the database. */
class Parts implements Sink {
  private readonly waiting = new Map<number, { chunks: Uint8Array[]; bytes: number; parts: number }>();
  private held = 0;
  size = 0;

  constructor(private readonly run: JobRun) {}

  /** Of an earlier attempt. */
  clear(): Promise<unknown> {
    return this.run.write((tx) => tx.execute(sql`delete from export_part where job_id = ${this.run.jobId}`));
  }

  write(section: number, bytes: Uint8Array): void {
    const entry = this.waiting.get(section) ?? { chunks: [], bytes: 0, parts: 0 };
    entry.chunks.push(bytes);
    entry.bytes += bytes.length;
    this.held += bytes.length;
    this.size += bytes.length;
    this.waiting.set(section, entry);
  }

  /** Writes down what waits once it is more than `least`. */
  async flush(least: number): Promise<void> {
    if (this.held <= least) return;
    for (const [section, entry] of this.waiting) {
      if (entry.bytes === 0) continue;
      const bytes = Buffer.concat(entry.chunks);
      for (let at = 0; at < bytes.length; at += partBytes) {
        const piece = bytes.subarray(at, at + partBytes);
        const part = entry.parts;
        entry.parts += 1;
        await this.run.write((tx) =>
          tx.execute(sql`
            insert into export_part (job_id, section, part, bytes)
            values (${this.run.jobId}, ${section}, ${part}, ${piece})
          `),
        );
      }
      entry.chunks = [];
      entry.bytes = 0;
    }
    this.held = 0;
  }
}
