/**
 * How long a check waits while other gates bring what they passed without a line, on the embedded database, whose one session
 * all share: `npx tsx tests/perf/checks-beside-uploads.ts`. First alone, then beside two uploads of 500 passages on an order
 * of 1,000 tickets. Calls go to the handler itself, without HTTP; `TEST_DATABASE_URL` says another database.
 */
import { loadavg } from "node:os";
import { checkTicket, uploadPassages } from "~/contract/ticket/check";
import { createGrounds, sell } from "~tests/backend/order/sold";
import { openTestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

const backend = await openTestBackend();
const now = new Date("2026-11-20T12:00:00+08:00");
backend.setNow(now);
const grounds = await createGrounds(backend);
const large = await sell(backend, grounds, { lines: [{ quantity: 1000 }] });
const singles = await sell(backend, grounds, { lines: [{ quantity: 400 }] });
let next = 0;

async function checkOnce(): Promise<number> {
  const code = singles.tickets[next++ % singles.tickets.length]?.qrText ?? "";
  const from = performance.now();
  await backend.call(checkTicket, { idempotencyKey: fresh("check"), gateId: grounds.gateId, code });
  return performance.now() - from;
}

async function checks(until: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!until()) {
    took.push(await checkOnce());
    // A gate does not check without a break.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return took.sort((one, other) => one - other);
}

function told(what: string, took: number[]): void {
  const at = (share: number) => (took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(1);
  const counted = `${took.length} checks: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest ${at(1)} ms`;
  console.log(`${what}: ${counted} (load ${loadavg()[0]?.toFixed(1)})`);
}

async function upload(from: number): Promise<void> {
  const passages = large.tickets.slice(from, from + 500).map(({ qrText }, place) => ({
    ...{ passageKey: fresh("upload"), gateCode: grounds.gateCode, code: qrText },
    at: new Date(now.getTime() - 3_600_000 + place * 5_000).toISOString(),
  }));
  const { data } = await backend.call(uploadPassages, { passages });
  if (data.accepted !== 500) throw new Error(`${data.accepted} of 500 were taken`);
}

for (let n = 0; n < 20; n += 1) await checkOnce();
const end = performance.now() + 4_000;
told("alone", await checks(() => performance.now() > end));
let isDone = false;
const started = performance.now();
const uploads = Promise.all([upload(0), upload(500)]).finally(() => {
  isDone = true;
});
told("beside two uploads", await checks(() => isDone));
await uploads;
console.log(`two uploads of 500: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
await backend.close();
// The prepared database of the test support would keep the process.
process.exit();
