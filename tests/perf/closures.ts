/**
 * How long the job of a closed day takes over its orders, and what a sale waits meanwhile: `npx tsx tests/perf/closures.ts`,
 * with `TEST_DATABASE_URL` on PostgreSQL. `ORDERS` says how many (5,000), `TREATMENT` what becomes of them (refund or move).
 * Calls go to the handler itself, without HTTP; the seller, who does not stop, shares the processor with the job.
 */
import { loadavg } from "node:os";
import { closure } from "~/contract/ticket/closure";
import { sellTickets } from "~/contract/ticket/sale";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend } from "~tests/support/backend";
import { createPark, friday, saleOf, today } from "~tests/support/park";

const orders = Number(process.env.ORDERS ?? 5_000);
const treatment = process.env.TREATMENT ?? "refund";
const next = "2026-11-21";
const { methods } = closure;

// What a test looks at after each write would be measured too.
const backend = await openTestBackend({ moneyMadeUp: true });
backend.setNow(friday);
// Nobody else is there to agree.
await backend.sql("update sys_param set param_option = '100000000000' where param_code = 'closureApprovalLimit'");
const park = await createPark(backend);
const other = await createPark(backend);
const sale = (ticketTypeId: number, visitDay = today) =>
  backend.call(sellTickets, { ...saleOf(ticketTypeId), visitDay } as never);
for (let sold = 0; sold < orders; sold += 8) {
  await Promise.all(Array.from({ length: Math.min(8, orders - sold) }, () => sale(park.adultId)));
}
console.log(`${orders} orders sold (load ${loadavg()[0]?.toFixed(1)})`);

const alone: number[] = [];
for (let i = 0; i < 100; i += 1) alone.push(await timed());
told("sales before it", alone);

const fields = { reason: "暴雨", parkId: park.parkId, firstDay: today, lastDay: today };
const { data } = await backend.call(methods.save, fields as never);
await backend.call(methods.enforce, { id: data.id });
const toDay = treatment === "move" ? next : null;
const began = performance.now();
const reply = await backend.call(methods.settle, { id: data.id, treatment, toDay } as never);
if (!reply.success) throw new Error(reply.message);
let working = true;
const texts = { needsMobile: true, send: async () => {} };
const worker = createWorker({ database: backend.database, kinds: allKinds, now: () => friday, texts });
const work = worker.drain().finally(() => {
  working = false;
});
const beside: number[] = [];
while (working) {
  beside.push(await timed());
  // A seller takes breath.
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await work;
const seconds = (performance.now() - began) / 1000;
told("sales beside it", beside);
const states = await backend.sql<{ state: string; n: number }>(
  "select state, count(*)::int as n from closure_order where closure_id = $1 group by state",
  [data.id],
);
console.log(
  `${treatment} of ${orders} orders: ${seconds.toFixed(1)} s, ${states.map(({ state, n }) => `${n} ${state}`).join(", ")} (load ${loadavg()[0]?.toFixed(1)})`,
);
await backend.close();
process.exit(0);

async function timed(): Promise<number> {
  const from = performance.now();
  const sold = await sale(other.adultId);
  if (!sold.success) throw new Error(sold.message);
  return performance.now() - from;
}

function told(what: string, took: number[]): void {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  console.log(`${what}: ${took.length}, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest ${at(1)} ms`);
}
