/**
 * Counter sales a second on PostgreSQL, at 1, 8 and 32 callers of one corp: `TEST_DATABASE_URL=… npx tsx
 * tests/perf/sales-at-once.ts`. Calls go to the handler itself, without HTTP: what is measured is the transaction. It runs
 * on older versions as well (they have the same test support), so that two can be taken in turn on one machine.
 */
import { randomUUID } from "node:crypto";
import { sellTickets } from "~/contract/ticket/sale";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { openDatabase } from "~server/backend/db/database";
import { openTestBackend } from "~tests/support/backend";
import { createPark, saleOf } from "~tests/support/park";

const seconds = 5;
if (!process.env.TEST_DATABASE_URL) throw new Error("Say TEST_DATABASE_URL: this is about PostgreSQL.");

const backend = await openTestBackend();
const park = await createPark(backend);
const [{ name = "" } = {}] = await backend.sql<{ name: string }>("select current_database() as name");
const url = new URL(process.env.TEST_DATABASE_URL);
url.pathname = `/${name}`;
const database = await openDatabase({ url: url.href, poolSize: 34 });
const app = createBackend({ database, now: () => new Date("2026-11-20T10:00:00+08:00") });

async function sell(): Promise<void> {
  const body = { method: sellTickets.name, ...saleOf(park.adultId, { idempotencyKey: randomUUID() }) };
  const response = await app.request(defaultPaths[sellTickets.business], {
    method: "POST",
    body: new URLSearchParams(encodePayload(body)).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
  });
  const reply = (await response.json()) as { success: boolean; message: string };
  if (!reply.success) throw new Error(reply.message);
}

async function measure(callers: number): Promise<number> {
  let sold = 0;
  const end = performance.now() + seconds * 1_000;
  const one = async () => {
    while (performance.now() < end) {
      await sell();
      sold += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
  return sold / seconds;
}

await measure(32);
for (const callers of [1, 8, 32])
  console.log(`${callers} callers: ${(await measure(callers)).toFixed(0)} sales a second`);
await database.close();
await backend.close();
