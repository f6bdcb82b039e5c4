/**
 * What sharing syncs brings on the embedded database: counter sales a second at 1, 8 and 32 callers, with it and without,
 * in turn: `npx tsx tests/perf/commit-sharing.ts`. Calls go to the handler itself, without HTTP.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { sellTickets } from "~/contract/ticket/sale";
import { LogSync, syncs } from "~server/backend/db/log-sync";
import { openBackendIn } from "~tests/support/backend";
import { createPark, fresh, saleOf } from "~tests/support/park";

const seconds = Number(process.argv[2] ?? 5);
const folder = process.env.BENCH_DIR ?? tmpdir();
const shared = LogSync.prototype.commit;
const alone: typeof shared = (work) => work();

const dataDir = mkdtempSync(path.join(folder, "commit-sharing-"));
const backend = await openBackendIn(dataDir, true);
const park = await createPark(backend);

async function measure(callers: number): Promise<string> {
  let sold = 0;
  const before = syncs.count;
  const started = performance.now();
  const end = started + seconds * 1_000;
  const one = async () => {
    while (performance.now() < end) {
      const reply = await backend.call(sellTickets, saleOf(park.adultId, { idempotencyKey: fresh("sharing") }));
      if (!reply.success) throw new Error(reply.message);
      sold += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
  const perSecond = sold / ((performance.now() - started) / 1_000);
  return `${perSecond.toFixed(0)} sales a second, ${((syncs.count - before) / sold).toFixed(2)} syncs a sale`;
}

await measure(8);
for (let round = 1; round <= 3; round += 1) {
  for (const callers of [1, 8, 32]) {
    for (const [name, commit] of Object.entries({ shared, alone })) {
      LogSync.prototype.commit = commit;
      console.log(`${callers} callers, ${name}: ${await measure(callers)} (load ${loadavg()[0]?.toFixed(1)})`);
    }
  }
}
LogSync.prototype.commit = shared;
await backend.close();
rmSync(dataDir, { recursive: true, force: true });
