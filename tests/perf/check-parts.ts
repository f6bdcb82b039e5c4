/**
 * What one check of a ticket costs, statement by statement: `npx tsx tests/perf/check-parts.ts`, with TEST_DATABASE_URL on
 * PostgreSQL, with RULES=none of a type without rules, with PLAN=<part of a statement> also its plan. Times are of a single
 * caller and hold the trip; the processor's time is of this process, which on the embedded database holds the database too.
 */
import { checkTicket } from "~/contract/ticket/check";
import { openTestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";
import { everyRule } from "./selling.mjs";
import { listenToStatements, measureTurns } from "./statements";

const checks = Number(process.env.CHECKS ?? 600);
const warm = 300;

const statements = listenToStatements();
const backend = await openTestBackend();
const park = await createPark(backend);
const typeId = await park.addType(process.env.RULES === "none" ? {} : everyRule);
const codes: string[] = [];
while (codes.length <= checks + warm) {
  const { orderId } = await park.sell({ lines: [{ ticketTypeId: typeId, quantity: 50 }] });
  const rows = await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [orderId]);
  codes.push(...rows.map(({ no }) => no));
}

async function check(): Promise<void> {
  const code = codes.pop() ?? "";
  const { data } = await backend.call(checkTicket, {
    ...{ gateId: park.gateId, code, idempotencyKey: fresh("check-key") },
  });
  if (!data.admitted) throw new Error(data.message);
}

for (let i = 0; i < warm; i += 1) await check();
statements.clear();
await measureTurns("a check", checks, check);
statements.print(checks);
if (process.env.PLAN) {
  statements.explainNext(process.env.PLAN);
  await check();
}
await backend.close();
process.exit(0);
