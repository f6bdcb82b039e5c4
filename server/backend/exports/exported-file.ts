/** The file of an export that has ended, as bytes: for who sends it on. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { exportFormats } from "~/contract/export";
import type { Transaction } from "../db/database";
import { rowsOf } from "../kernel/rows";
import { contentTypes } from "./formats";

const result = z.object({ name: z.string(), format: z.enum(exportFormats), size: z.number(), rows: z.number() });

export interface ExportedFile {
  name: string;
  contentType: string;
  rows: number;
  size: number;
  /** Null: larger than `most`. */
  bytes: Uint8Array | null;
}

/** Null where it is gone, or another account's. */
export async function exportedFile(
  tx: Transaction,
  { jobId, accountId }: { jobId: number; accountId: number },
  most: number,
): Promise<ExportedFile | null> {
  const [job] = await rowsOf<{ result: unknown }>(
    tx,
    sql`
      select result from job
      where corp_code = current_setting('app.corp_code') and id = ${jobId} and kind = 'export' and state = 'done'
        and account_id = ${accountId}
    `,
  );
  if (!job) return null;
  const { name, format, size, rows } = result.parse(job.result);
  const file = { name, contentType: contentTypes[format], rows, size };
  if (size > most) return { ...file, bytes: null };
  const parts = await rowsOf<{ bytes: Buffer }>(
    tx,
    sql`
      select bytes from export_part
      where corp_code = current_setting('app.corp_code') and job_id = ${jobId}
      order by section, part
    `,
  );
  if (parts.length === 0) return null;
  return { ...file, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}
