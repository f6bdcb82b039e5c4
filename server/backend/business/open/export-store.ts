/** Stores of the corp's own for planned exports: their keys, a trial of the connection, and what went there. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { exportStore, exportStoreFile } from "~/contract/open/export-store";
import { resends } from "../../jobs/outbox";
import { enqueue } from "../../kernel/enqueue";
import type { FileStores } from "../../kernel/file-letters";
import { Invalid } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { rowsOf } from "../../kernel/rows";
import { originOf } from "../platform/auth-code";
import { storeKind } from "./export-store-job";
import { exportStoreFile as files, exportStore as table } from "./schema";

const own = sql`current_setting('app.corp_code')`;

export const exportStoreServed = [
  ...serveResource(exportStore, {
    table,
    check: (_call, values) => {
      if (values.endpoint && originOf(String(values.endpoint)) !== String(values.endpoint).replace(/\/$/, ""))
        throw new Invalid({ endpoint: [m.store_endpoint_wrong()] });
      if (values.bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(String(values.bucket)))
        throw new Invalid({ bucket: [m.store_bucket_wrong()] });
      if (values.prefix && !/^[\w./-]+$/.test(String(values.prefix)))
        throw new Invalid({ prefix: [m.store_prefix_wrong()] });
    },
    commands: {
      async attempt(call, { id }) {
        const at = call.now.toISOString();
        await call.db.execute(sql`
          insert into export_store_file (file_name, export_store_id, asked_by, happened_at, next_at, account_id)
          values ('connection-test.txt', ${id}, ${call.caller.name}, ${at}::timestamptz, now(), ${call.caller.userId})
        `);
        await enqueue(call.db, { kind: storeKind, unlessWaiting: true });
        return {};
      },
    },
  }),
  ...serveResource(exportStoreFile, {
    table: files,
    references: { exportStoreId: { table, name: table.name, status: table.status } },
    commands: resends(storeKind),
  }),
];

/** For planned exports. A store that is suspended takes no more of them. */
export const corpStores: FileStores = {
  stores: (tx) =>
    rowsOf<{ id: number; name: string }>(
      tx,
      sql`
        select id::float8 as id, name from export_store
        where corp_code = ${own} and status = 'T'
        order by id
        limit 20
      `,
    ),
  async put(tx, { storeId, accountId, accountName, jobId, name, now }) {
    await tx.execute(sql`
      insert into export_store_file (file_name, export_store_id, asked_by, happened_at, next_at, job_id, account_id)
      select ${name}, id, ${accountName}, ${now.toISOString()}::timestamptz, now(), ${jobId}, ${accountId}
      from export_store
      where corp_code = ${own} and id = ${storeId} and status = 'T'
      on conflict (corp_code, export_store_id, job_id) where job_id is not null do nothing
    `);
    await enqueue(tx, { kind: storeKind, unlessWaiting: true });
  },
};
