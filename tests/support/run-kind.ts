/** Runs a kind of background work once for the first tenant, as a worker that finds it put in would. */
import type { JobKind } from "~server/backend/jobs/kind";
import { createWorker } from "~server/backend/jobs/worker";
import type { TestBackend } from "./backend";

export async function runKind(backend: TestBackend, kind: JobKind, now = new Date()): Promise<void> {
  const [put] = await backend.sql<{ id: number }>(
    `insert into job (corp_code, kind, payload, account_id, account_name)
     select corp_code, $1, '{}', id, name from account where acc_name = 'admin' and corp_code = '0001'
     returning id`,
    [kind.kind],
  );
  await createWorker({ database: backend.database, kinds: [kind], now: () => now }).drain();
  const [ended] = await backend.sql<{ state: string }>("select state from job where id = $1", [put?.id]);
  if (ended?.state !== "done") throw new Error(`${kind.kind} ended as ${ended?.state}`);
}
