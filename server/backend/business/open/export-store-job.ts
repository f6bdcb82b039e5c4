/** Puts files of planned exports into the corp's own stores: at least once each, under one key, so that twice is once. */

import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { exportedFile } from "../../exports/exported-file";
import { type JobRun, jobKind } from "../../jobs/kind";
import { enqueue } from "../../kernel/enqueue";
import { firstOf } from "../../kernel/rows";
import { readSecret } from "../../kernel/secret-columns";
import { post } from "./post";
import { exportStore } from "./schema";
import { lease, waits } from "./send-webhook";

export const storeKind = "storeExports";

/** Files of a run, and bytes of a file: it is in memory while it goes. */
const atOnce = 20;
const mostBytes = 64 * 1024 * 1024;
/** Milliseconds for one file. */
const patience = 60_000;

interface Due {
  id: number;
  fileName: string;
  jobId: number | null;
  accountId: number;
  day: string;
  attempts: number;
  /** Null where the store is suspended. */
  endpoint: string | null;
  region: string;
  bucket: string;
  prefix: string;
  accessKey: string;
  secretKey: string;
}

export const storeExports = jobKind({
  kind: storeKind,
  title: m.jobs_kind_store_exports,
  payload: z.object({}),
  schedule: { cron: "19 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_stored_exports({ n: rows }),
  async run(run) {
    let rows = 0;
    for (let n = 0; n < atOnce; n += 1) {
      run.signal.throwIfAborted();
      const due = await claim(run);
      if (!due) break;
      const { delivered, outcome, forGood = false } = await send(run, due);
      await note(run, due, { delivered, outcome, wait: forGood ? undefined : waits[due.attempts - 1] });
      if (delivered) rows += 1;
      await run.progress(rows);
    }
    await lookAgain(run);
    return { rows };
  },
});

function claim(run: JobRun): Promise<Due | undefined> {
  return run.write((tx) =>
    firstOf<Due>(
      tx,
      sql`
        with claimed as (
          update export_store_file
          set attempts = attempts + 1, next_at = now() + make_interval(secs => ${lease * 2})
          where corp_code = current_setting('app.corp_code') and id = (
            select id from export_store_file
            where corp_code = current_setting('app.corp_code') and state = 'waiting' and next_at <= now()
            order by next_at, id
            limit 1
            for update skip locked
          )
          returning corp_code, id, file_name, export_store_id, job_id, account_id, happened_at, attempts
        )
        select f.id::float8 as id, f.file_name as "fileName", f.job_id::float8 as "jobId", f.account_id::float8 as "accountId",
               to_char(f.happened_at at time zone 'UTC', 'YYYY-MM-DD') as day, f.attempts,
               s.endpoint, s.region, s.bucket, coalesce(s.prefix, '') as prefix, s.access_key as "accessKey",
               s.secret_key as "secretKey"
        from claimed f
        left join export_store s on s.corp_code = f.corp_code and s.id = f.export_store_id and s.status = 'T'
          and exists (select from own_corp where status = 'T')
      `,
    ),
  );
}

interface Sent {
  delivered: boolean;
  outcome: string;
  /** Trying again is of no use. */
  forGood?: boolean;
}

async function send(run: JobRun, due: Due): Promise<Sent> {
  if (due.endpoint === null) return { delivered: false, outcome: "no store", forGood: true };
  const { jobId, accountId } = due;
  const file =
    jobId === null
      ? { bytes: Buffer.from(`${run.corpCode} ${due.day}\n`), contentType: "text/plain" }
      : await run.read((tx) => exportedFile(tx, { jobId, accountId }, mostBytes));
  if (!file) return { delivered: false, outcome: "file gone", forGood: true };
  if (!file.bytes) return { delivered: false, outcome: "file too large", forGood: true };
  try {
    const sealing = { secrets: run.secrets, caller: { corpCode: run.corpCode } };
    const key = [due.prefix.replace(/^\/+|\/+$/g, ""), due.day, `${jobId ?? due.id}-${due.fileName}`].filter(Boolean);
    const address = `${due.endpoint.replace(/\/$/, "")}/${[due.bucket, ...key.join("/").split("/")].map(encodeURIComponent).join("/")}`;
    const { url, headers } = await new AwsV4Signer({
      ...{ method: "PUT", url: address, service: "s3", region: due.region, accessKeyId: due.accessKey },
      secretAccessKey: readSecret(sealing, exportStore.secretKey, due.secretKey),
      headers: {
        "content-type": file.contentType,
        "x-amz-content-sha256": createHash("sha256").update(file.bytes).digest("hex"),
      },
    }).sign();
    const status = await post(
      {
        ...{ verb: "PUT" as const, url: new URL(url), headers: Object.fromEntries(new Headers(headers)) },
        ...{ body: file.bytes, allowPrivate: run.webhooksToPrivate },
      },
      patience,
    );
    return { delivered: status >= 200 && status < 300, outcome: `HTTP ${status}` };
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: string };
    return { delivered: false, outcome: String(code ?? name ?? "error").slice(0, 60) };
  }
}

interface Noted {
  delivered: boolean;
  outcome: string;
  wait: number | undefined;
}

function note(run: JobRun, { id, attempts }: Due, { delivered, outcome, wait }: Noted): Promise<unknown> {
  const state = delivered ? "delivered" : wait === undefined ? "failed" : "waiting";
  return run.write((tx) =>
    tx.execute(sql`
      update export_store_file
      set state = ${state}, outcome = ${outcome}, delivered_at = case when ${delivered} then now() end,
          next_at = case when ${state} = 'waiting' then now() + make_interval(secs => ${wait ?? 0}) end,
          row_version = row_version + 1, updated_at = now()
      where corp_code = current_setting('app.corp_code') and id = ${id} and state = 'waiting' and attempts = ${attempts}
    `),
  );
}

/** When the next is due. */
async function lookAgain(run: JobRun): Promise<void> {
  await run.write(async (tx) => {
    const next = await firstOf<{ seconds: number | null }>(
      tx,
      sql`
        select extract(epoch from min(next_at) - now())::float8 as seconds
        from export_store_file
        where corp_code = current_setting('app.corp_code') and state = 'waiting'
      `,
    );
    if (typeof next?.seconds !== "number") return;
    await enqueue(tx, { kind: storeKind, delay: Math.max(0, next.seconds) * 1000 + 500, unlessWaiting: true });
  });
}
