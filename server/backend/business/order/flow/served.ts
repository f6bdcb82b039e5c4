/** The chains themselves: a corp has one of each, and the page shows both as they run. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { getFlows, refundFlow as refundDeclared, saleFlow as saleDeclared } from "~/contract/order/flow";
import { parameterOf } from "../../../kernel/parameters";
import { Refusal } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import type { Values } from "../../../kernel/resource-backend";
import { firstOf } from "../../../kernel/rows";
import { type Call, type Served, serve } from "../../../kernel/served";
import { refundSteps, saleSteps } from "./chain";
import { refundFlow, refundFlowStep, saleFlow, saleFlowStep } from "./flow-schema";

/** The database has the last word: its index lets a corp have one. */
const onlyOne =
  (table: SQL) =>
  async ({ db }: Call, _: Values, before: Values | null): Promise<void> => {
    if (before) return;
    const there = await firstOf(
      db,
      sql`select 1 as one from ${table} where corp_code = current_setting('app.corp_code') limit 1`,
    );
    if (there) throw new Refusal(m.flow_one());
  };

const headOf = ({ db }: Call, table: SQL) =>
  firstOf<{ id: number; name: string }>(
    db,
    sql`select id::float8 as id, name from ${table} where corp_code = current_setting('app.corp_code')`,
  );

export const flowServed: Served[] = [
  ...serveResource(saleDeclared, {
    table: saleFlow,
    lines: { steps: saleFlowStep },
    check: onlyOne(sql`sale_flow`),
  }),
  ...serveResource(refundDeclared, {
    table: refundFlow,
    lines: { steps: refundFlowStep },
    check: onlyOne(sql`refund_flow`),
  }),

  serve(getFlows, async (call) => {
    const limit = Number(await parameterOf(call.db, "refundApprovalLimit"));
    return {
      sale: { name: "", ...(await headOf(call, sql`sale_flow`)), steps: await saleSteps(call) },
      refund: { name: "", ...(await headOf(call, sql`refund_flow`)), steps: await refundSteps(call) },
      refundLimit: Number.isFinite(limit) ? limit : 0,
      needsShift: (await parameterOf(call.db, "saleNeedsShift")) === "T",
    };
  }),
];
