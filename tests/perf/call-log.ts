/**
 * What the call log costs: sales and checks per second with it (noted, and written every five seconds) and without, taken in
 * turn. `npx tsx tests/perf/call-log.ts`, with TEST_DATABASE_URL on PostgreSQL; without HTTP, eight callers at once.
 */
import { checkTicket } from "~/contract/ticket/check";
import { keepCalls } from "~server/backend/business/platform/calls/write";
import { openTestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";

const seconds = Number(process.env.SECONDS ?? 6);
const rounds = Number(process.env.ROUNDS ?? 4);
const callers = 8;

const backend = await openTestBackend();
const park = await createPark(backend);
const { calls } = backend.app;
const note = calls.note.bind(calls);

const ways = {
  sales: () => park.sell(),
  checks: async () => {
    // Not a ticket of ours: it is looked for and refused, as most hurried scans are.
    await backend.call(checkTicket, {
      gateId: park.gateId,
      code: fresh("NONE"),
      idempotencyKey: fresh("check-key-0001"),
    });
  },
};

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const one = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: callers }, one));
  return done / ((performance.now() - began) / 1_000);
}

for (const [name, work] of Object.entries(ways)) {
  await perSecond(work);
  const found = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    calls.note = () => {};
    found.without.push(await perSecond(work));
    calls.note = note;
    const kept = keepCalls(backend.database, calls);
    found.with.push(await perSecond(work));
    await kept.stop();
  }
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const said = (all: number[]) => `${mean(all).toFixed(1)} (${all.map((one) => one.toFixed(1)).join(", ")})`;
  console.log(`${name} per second: without ${said(found.without)}, with ${said(found.with)}`);
  console.log(`${name}: ratio ${(mean(found.with) / mean(found.without)).toFixed(3)}`);
}
await backend.close();
process.exit(0);
