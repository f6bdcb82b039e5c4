/** What an import of 5,000 rows costs, and what pages feel of it meanwhile: `npx tsx tests/perf/imports.ts [rows [mode]]`. */
import "~/i18n/locale.server";
import { importModes } from "~/contract/import";
import { pos } from "~/contract/ticket/gate";
import { openTestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { importing, xlsx } from "../backend/imports/importing";

const rows = Number(process.argv[2] ?? 5_000);
const modes = importModes.filter((mode) => (process.argv[3] ?? mode) === mode);
const backend = await openTestBackend();
await createPark(backend);
const [park] = await backend.sql<{ code: string }>("select code from park");
const hand = importing(backend, pos.imports);
const bytesOf = (mark: string) =>
  xlsx([
    ["编码", "名称", "景区", "窗口", "打印机"],
    ...Array.from({ length: rows }, (_, n) => [`${mark}-${n}`, `终端 ${n}`, park?.code ?? "", `${n} 号窗`, "A4"]),
  ]);
const quantile = (values: number[], q: number) => values.sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0;

const list = () => backend.call(pos.methods.list, {});

async function measured(what: string): Promise<void> {
  const during: number[] = [];
  let under = true;
  const before = process.memoryUsage().rss;
  let peak = before;
  const visitor = (async () => {
    while (under) {
      // From when it should have begun: a thread that is held up hears of nobody.
      const due = performance.now() + 20;
      await new Promise((resolve) => setTimeout(resolve, 20));
      await list();
      during.push(performance.now() - due);
      peak = Math.max(peak, process.memoryUsage().rss);
    }
  })();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await hand.work();
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  under = false;
  await visitor;
  console.log(
    `${what.padEnd(22)} ${rows} rows: ${(took / 1_000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of a processor, visitor included), ` +
      `${((peak - before) / 1e6).toFixed(0)} MB more memory; list page meanwhile p50 ${quantile(during, 0.5).toFixed(0)} ms, ` +
      `p99 ${quantile(during, 0.99).toFixed(0)} ms, worst ${quantile(during, 1 - 1e-9).toFixed(0)} ms`,
  );
}

for (const mode of modes) {
  const started = await hand.start(await hand.upload(await bytesOf(mode)));
  await measured("check (.xlsx)");
  const { id } = started.data;
  await hand.run(id, mode);
  await measured(`write, ${mode}`);
  await hand.undo(id);
  await measured("undo");
}
await backend.close();
