/** A file that somebody sent, as a table: read from the store, in a thread of its own. */
import { sql } from "drizzle-orm";
import { uploadLimit } from "~/contract/files";
import { m } from "~/contract/messages";
import type { FileStore } from "../files/file-store";
import type { Call } from "../kernel/call";
import { Refusal } from "../kernel/refusal";
import { firstOf } from "../kernel/rows";
import { parsers } from "../parsing/parsers";
import type { Table } from "./read-table";
import { UnreadableFile } from "./unreadable";

/** Or why there is none, in words. A file that is gone is a refusal. */
export async function sentTable(store: FileStore | null, path: string): Promise<Table | string> {
  const stored = await store?.get(path.slice(1));
  if (!stored) throw new Refusal(m.imports_file_gone());
  try {
    return await parsers.table(await bytesOf(stored));
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** What the caller called a file that they sent a moment ago; null: they sent none, or it was swept away. */
export async function sentName({ db, caller }: Pick<Call, "db" | "caller">, path: string): Promise<string | null> {
  const file = await firstOf<{ name: string }>(
    db,
    sql`
      select name from stored_file
      where corp_code = current_setting('app.corp_code')
        and path = ${path}
        and account_id = ${caller.userId}
        and state = 'temporary'
    `,
  );
  return file?.name ?? null;
}

async function bytesOf(stored: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stored as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > uploadLimit) throw new UnreadableFile("tooLarge");
  }
  return Buffer.concat(chunks);
}
