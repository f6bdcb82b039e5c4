/** Files of planned exports to the corp's own stores: under one key each, so that sent twice is there once. */
import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { exportedFile } from "../../exports/exported-file";
import type { JobRun } from "../../jobs/kind";
import { outbox, type Sent } from "../../jobs/outbox";
import { rowsOf } from "../../kernel/rows";
import { readSecret } from "../../kernel/secret-columns";
import { postFromOutbox } from "./post";
import { exportStore, exportStoreFile } from "./schema";

export const storeKind = "storeExports";

/** Bytes of a file: it is in memory while it goes. */
const mostBytes = 64 * 1024 * 1024;
/** Seconds for one file. */
const patience = 60;

interface Due {
  id: number;
  fileName: string;
  jobId: number | null;
  accountId: number;
  day: string;
  /** Null where the store is suspended. */
  endpoint: string | null;
  region: string;
  bucket: string;
  prefix: string;
  accessKey: string;
  secretKey: string;
}

export const storeExports = outbox<Due>({
  kind: storeKind,
  title: m.jobs_kind_store_exports,
  cron: "19 * * * *",
  outcome: ({ rows = 0 }) => m.jobs_stored_exports({ n: rows }),
  table: exportStoreFile,
  ...{ atOnce: 1, lease: patience * 2 },
  due: (tx, _run, ids) =>
    rowsOf(
      tx,
      sql`
        select f.id::float8 as id, f.file_name as "fileName", f.job_id::float8 as "jobId", f.account_id::float8 as "accountId",
               to_char(f.happened_at at time zone 'UTC', 'YYYY-MM-DD') as day, s.endpoint, s.region, s.bucket,
               coalesce(s.prefix, '') as prefix, s.access_key as "accessKey", s.secret_key as "secretKey"
        from export_store_file f
        left join export_store s on s.corp_code = f.corp_code and s.id = f.export_store_id and s.status = 'T'
          and exists (select from own_corp where status = 'T')
        where f.corp_code = current_setting('app.corp_code') and f.id = any (${sql.param([...ids])}::bigint[])
      `,
    ),
  async send(run, due) {
    if (due.endpoint === null) return { delivered: false, outcome: "no store", forGood: true };
    const { jobId, accountId, day } = due;
    const file =
      jobId === null
        ? { bytes: Buffer.from(`${run.corpCode} ${day}\n`), contentType: "text/plain" }
        : await run.read((tx) => exportedFile(tx, { jobId, accountId }, mostBytes));
    if (!file) return { delivered: false, outcome: "file gone", forGood: true };
    if (!file.bytes) return { delivered: false, outcome: "file too large", forGood: true };
    return put(run, due, due.endpoint, { bytes: file.bytes, contentType: file.contentType });
  },
});

interface File {
  bytes: Uint8Array;
  contentType: string;
}

async function put(run: JobRun, due: Due, endpoint: string, { bytes, contentType }: File): Promise<Sent> {
  const sealing = { secrets: run.secrets, caller: { corpCode: run.corpCode } };
  const folder = due.prefix.replace(/^\/+|\/+$/g, "");
  const key = [folder, due.day, `${due.jobId ?? due.id}-${due.fileName}`].filter(Boolean).join("/");
  const path = [due.bucket, ...key.split("/")].map(encodeURIComponent).join("/");
  const { url, headers } = await new AwsV4Signer({
    ...{ method: "PUT", url: `${endpoint.replace(/\/$/, "")}/${path}`, service: "s3", region: due.region },
    ...{ accessKeyId: due.accessKey, secretAccessKey: readSecret(sealing, exportStore.secretKey, due.secretKey) },
    headers: {
      "content-type": contentType,
      "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
    },
  }).sign();
  const posting = { url: new URL(url), headers: Object.fromEntries(new Headers(headers)), body: bytes };
  return postFromOutbox({ verb: "PUT", ...posting, allowPrivate: run.webhooksToPrivate }, patience * 1000);
}
