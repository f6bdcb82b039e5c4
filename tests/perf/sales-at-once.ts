/**
 * Counter sales a second on PostgreSQL, at 1, 8 and 32 callers of one corp: `TEST_DATABASE_URL=… npx tsx
 * tests/perf/sales-at-once.ts`. Calls go to the handler itself, without HTTP: what is measured is the transaction. With
 * `counter-sale.ts` it runs on older versions as well, so that two can be taken in turn on one machine.
 */
import { openCounter } from "./counter-sale";

const seconds = 5;
const { sell, close } = await openCounter(34);

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
await close();
