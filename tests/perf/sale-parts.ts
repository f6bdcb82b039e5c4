/**
 * What one counter sale costs on PostgreSQL, statement by statement: `TEST_DATABASE_URL=… npx tsx tests/perf/sale-parts.ts`.
 * Times are of a single caller and hold the trip; the processor's time is of Node alone.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { sellTickets } from "~/contract/ticket/sale";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { openDatabase } from "~server/backend/db/database";
import { openTestBackend } from "~tests/support/backend";
import { createPark, saleOf } from "~tests/support/park";

if (!process.env.TEST_DATABASE_URL) throw new Error("Say TEST_DATABASE_URL: this is about PostgreSQL.");
const sales = Number(process.env.SALES ?? 500);

const times = new Map<string, number[]>();
const asked = pg.Client.prototype.query;
// biome-ignore lint/suspicious/noExplicitAny: it stands for every overload of the driver's
pg.Client.prototype.query = function timed(this: pg.Client, ...args: any[]) {
  const text = String(args[0]?.text ?? args[0]).replace(/\s+/g, " ");
  const began = performance.now();
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const answer: any = asked.apply(this, args as never);
  return answer?.then
    ? answer.then((rows: unknown) => {
        const key = `${text.slice(0, 110)} … (${text.length})`;
        times.set(key, [...(times.get(key) ?? []), performance.now() - began]);
        return rows;
      })
    : answer;
} as never;

const backend = await openTestBackend();
const park = await createPark(backend);
const [{ name = "" } = {}] = await backend.sql<{ name: string }>("select current_database() as name");
const url = new URL(process.env.TEST_DATABASE_URL);
url.pathname = `/${name}`;
const database = await openDatabase({ url: url.href, poolSize: 2 });
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

for (let i = 0; i < 300; i += 1) await sell();
times.clear();
const cpu = process.cpuUsage();
const began = performance.now();
for (let i = 0; i < sales; i += 1) await sell();
const { user, system } = process.cpuUsage(cpu);
console.log(
  `a sale: ${((performance.now() - began) / sales).toFixed(2)} ms, of the processor ${((user + system) / 1_000 / sales).toFixed(2)}`,
);
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
for (const [text, taken] of times) {
  console.log(`${(taken.length / sales).toFixed(2)} × ${median(taken).toFixed(3)} ms  ${text}`);
}
await database.close();
await backend.close();
