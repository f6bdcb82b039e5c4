/** Reads an archive from its first byte to its last, before anything is done with it. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import {
  ArchiveRefused,
  type Counts,
  damaged,
  endLine,
  endOfTable,
  type Head,
  headLine,
  linesOf,
  noArchive,
  parsedJson,
  tableLine,
} from "./archive-format";

export interface CheckedArchive {
  head: Head;
  /** Rows by table, in the order of the file. */
  counts: Counts;
  /** SHA-256 of the rows by table. */
  sums: Record<string, string>;
  /** Of the file. */
  bytes: number;
}

/** Throws {@link ArchiveRefused} where a sum, a count, the head or the end is not right, or where something follows the end. `each` hears every row. */
export async function checkArchive(
  file: string,
  each: (table: string, row: string) => void = () => {},
): Promise<CheckedArchive> {
  const bytes = sizeOf(file);
  const lines = linesOf(file);
  const whole = createHash("sha256");
  const take = async (): Promise<string | undefined> => {
    const { value } = await lines.next();
    return value;
  };
  const first = await take();
  const head = headLine.safeParse(parsedJson(first ?? ""));
  if (!head.success) throw noArchive();
  whole.update(`${first}\n`);
  const counts: Counts = {};
  const sums: Record<string, string> = {};
  for (;;) {
    const line = await take();
    if (line === undefined) throw damaged("its end is missing");
    const end = endLine.safeParse(parsedJson(line));
    if (end.success) {
      if (end.data.tables !== Object.keys(counts).length) throw damaged("tables are missing");
      const sum = whole.digest("hex");
      if (head.data.version > 1 && end.data.sha256 !== sum) throw damaged("it is not as it was written");
      break;
    }
    const table = tableLine.safeParse(parsedJson(line));
    if (!table.success) throw damaged("it is not as it was written");
    const { name, rows, sha256 } = await rowsOf(table.data.table, line, take, {
      note: (text) => whole.update(text),
      each,
    });
    counts[name] = rows;
    sums[name] = sha256;
  }
  // To the very last byte: what the packing says of them comes at the end.
  if ((await take()) !== undefined) throw damaged("something stands behind its end");
  return { head: head.data, counts, sums, bytes };
}

async function rowsOf(
  name: string,
  opening: string,
  take: () => Promise<string | undefined>,
  { note, each }: { note: (text: string) => void; each: (table: string, row: string) => void },
) {
  note(`${opening}\n`);
  const hash = createHash("sha256");
  for (let rows = 0; ; rows += 1) {
    const line = await take();
    if (line === undefined) throw damaged("its end is missing");
    note(`${line}\n`);
    const end = endOfTable(line);
    if (end) {
      const sha256 = hash.digest("hex");
      if (end.rows !== rows || end.sha256 !== sha256)
        throw damaged(`the rows of ${name} are not those that were saved`);
      return { name, rows, sha256 };
    }
    hash.update(`${line}\n`);
    each(name, line);
  }
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found)
    throw new ArchiveRefused(
      `There is no file ${file}. See whether the name is right, and which directory this runs in.`,
    );
  if (!found.isFile())
    throw new ArchiveRefused(`${file} is no file. Name the archive itself, as npm run db:backup made it.`);
  return found.size;
}
