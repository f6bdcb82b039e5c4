/**
 * What one counter sale costs on PostgreSQL, statement by statement: `TEST_DATABASE_URL=… npx tsx tests/perf/sale-parts.ts`.
 * Times are of a single caller and hold the trip; the processor's time is of Node alone.
 */
import pg from "pg";
import { openCounter } from "./counter-sale";

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

const { sell, close } = await openCounter(2);

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
await close();
