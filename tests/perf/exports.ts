/** What an export of 100,000 orders costs, and what pages feel of it meanwhile: `npx tsx tests/perf/exports.ts [rows]`. */

import { writeFileSync } from "node:fs";
import { offlineOrder } from "~/contract/order/order-lists";
import "~/i18n/locale.server";
import { exportFormats, exportPath } from "~/contract/export";
import { tokenHeader } from "~/contract/wire";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend } from "~tests/support/backend";

const rows = Number(process.argv[2] ?? 100_000);
const keepIn = process.argv[3];
const backend = await openTestBackend();
await backend.sql(
  `insert into orders (corp_code, order_no, channel, state, visit_day, contact_name, contact_mobile, quantity, total,
     payable, paid, seller_name, pos_name)
   select '0001', 'OD20261120' || lpad(n::text, 8, '0'), 'window', 'paid', '2026-11-20', '游客' || n % 977,
     '138' || lpad((n * 7919 % 100000000)::text, 8, '0'), 1 + n % 5, 9900 * (1 + n % 5), 9900 * (1 + n % 5),
     9900 * (1 + n % 5), '售票员' || n % 13, '一号窗口'
   from generate_series(1, $1::int) n`,
  [rows],
);
await backend.sql("analyze orders");
const list = async () => {
  const started = performance.now();
  await backend.call(offlineOrder.methods.list, { filters: { state: "paid" } });
  return performance.now() - started;
};
const quantile = (values: number[], q: number) => values.sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0;
const calm: number[] = [];
for (let n = 0; n < 60; n += 1) calm.push(await list());
console.log(
  `list page without an export: p50 ${quantile(calm, 0.5).toFixed(1)} ms, p99 ${quantile(calm, 0.99).toFixed(1)} ms`,
);

for (const format of exportFormats) {
  const { data } = await backend.call(offlineOrder.methods.export, { format });
  const worker = createWorker({ database: backend.database, kinds: allKinds });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  let under = true;
  const during: number[] = [];
  const visitor = (async () => {
    while (under) {
      during.push(await list());
      peak = Math.max(peak, process.memoryUsage().rss);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await worker.drain();
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  under = false;
  await visitor;
  const answer = await backend.app.request(`${exportPath}?jobId=${data.jobId}`, {
    headers: { [tokenHeader]: backend.admin },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (keepIn) writeFileSync(`${keepIn}/orders.${format}`, bytes);
  console.log(
    `${format.padEnd(4)} ${rows} rows × 15 columns: ${(took / 1_000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of a processor, visitor included), ${(bytes.length / 1e6).toFixed(1)} MB, ` +
      `${((peak - before) / 1e6).toFixed(0)} MB more memory; list page meanwhile p50 ${quantile(during, 0.5).toFixed(1)} ms, ` +
      `p99 ${quantile(during, 0.99).toFixed(1)} ms`,
  );
}
await backend.close();
