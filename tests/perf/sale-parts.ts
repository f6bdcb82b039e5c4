/**
 * What one counter sale costs, statement by statement: `npx tsx tests/perf/sale-parts.ts`, with TEST_DATABASE_URL on
 * PostgreSQL, with PLAN=<part of a statement> also its plan. Times are of a single caller and hold the trip; the processor's
 * time is of this process, which on the embedded database holds the database too.
 */
import { openCounter } from "./counter-sale";
import { listenToStatements, measureTurns } from "./statements";

const sales = Number(process.env.SALES ?? 500);

const statements = listenToStatements();
const { sell, close } = await openCounter(2);
for (let i = 0; i < 300; i += 1) await sell();
statements.clear();
await measureTurns("a sale", sales, sell);
statements.print(sales);
if (process.env.PLAN) {
  statements.explainNext(process.env.PLAN);
  await sell();
}
await close();
process.exit(0);
