/**
 * What an archive is: gzip over lines. A head, then for each table its name, its rows as JSON and their count and SHA-256,
 * then an end, which since version 2 has the SHA-256 of every byte before it.
 */
import { createReadStream, statSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { version } from "../../version";

export const format = "scenic-console-archive";

export const headLine = z.object({
  format: z.literal(format),
  version: z.union([z.literal(1), z.literal(2)]),
  at: z.string(),
  /** The version of the product that wrote it; those before 2026.11.1 had none. */
  product: z.string().default(""),
  /** Those that had been applied to the database, in the order of their names. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export const tableLine = z.object({ table: z.string() });
export const tableEnd = z.object({ rows: z.number(), sha256: z.string() });
export const endLine = z.object({ end: z.literal(true), tables: z.number(), sha256: z.string().optional() });

export type Head = z.output<typeof headLine>;

/** Rows by table, for who asked. */
export type Counts = Record<string, number>;

/** Refused, in one sentence without contents and with a next step. */
export class ArchiveRefused extends Error {
  override readonly name: string = "ArchiveRefused";
}

/** More than it may overwrite stands in the database: a second, deliberate word is needed. */
export class WouldOverwrite extends ArchiveRefused {
  override readonly name = "WouldOverwrite";
}

export const damaged = (what: string) =>
  new ArchiveRefused(`This archive is damaged: ${what}. Nothing was changed. Take another one.`);
export const noArchive = () =>
  new ArchiveRefused("This file is no archive of the console. Nothing was changed. Name a file that db:backup made.");

/** "version 2026.12.1", or what is known of one that had no number yet. */
export const madeBy = ({ product }: Pick<Head, "product">) =>
  product === "" ? "a version before 2026.11.1" : `version ${product}`;
export const thisIs = `this is version ${version}`;

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The lines of a file. At the end it has seen every byte: what the packing itself tells (a cut tail, other bytes, something
 * behind the end) is refused then at the latest.
 */
export async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let rest = "";
  let isBegun = false;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      isBegun = true;
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!/^(Z_|ERR_STREAM_PREMATURE)/.test(code)) throw error;
    if (!isBegun) throw noArchive();
    throw damaged(code === "Z_BUF_ERROR" ? "its end is missing" : "it is not as it was written");
  } finally {
    source.destroy();
  }
  if (!isBegun) throw noArchive();
  if (rest !== "") throw damaged("its last line is cut");
  if (gunzip.bytesWritten !== statSync(file).size) throw damaged("something stands behind its end");
  return undefined;
}

/** Whether a line closes its table: rows are objects too, but no row has these two keys first. */
export function endOfTable(line: string): z.output<typeof tableEnd> | null {
  if (!line.startsWith('{"rows":') || !line.includes('"sha256":')) return null;
  return tableEnd.safeParse(parsedJson(line)).data ?? null;
}
