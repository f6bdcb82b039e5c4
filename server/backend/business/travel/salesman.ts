/** Salesmen and their targets. Nobody leaves with agencies or a shift that nobody has taken over. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { salesman as resource, salesTarget } from "~/contract/travel/salesman";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import type { Call, Served } from "../../kernel/served";
import { hasOpenShift } from "../order/shift-store";
import { departmentReference, operatorReference } from "../platform/people";
import { regionReference, salesmanReference } from "./references";
import { salesman as table, salesTarget as targets } from "./sales-schema";
import { travelAgency } from "./schema";

dependsOn("department", { table, by: table.departmentId, name: table.name, words: m.trade_region_has_salesmen });
dependsOn("operator", { table, by: table.accountId, name: table.name, words: m.trade_region_has_salesmen });
dependsOn("salesman", {
  table: targets,
  by: targets.salesmanId,
  name: targets.month,
  words: m.trade_salesman_has_targets,
});
dependsOn("salesman", {
  table: travelAgency,
  by: travelAgency.salesmanId,
  name: travelAgency.name,
  words: m.trade_region_has_agencies,
});

const commands: CommandsBackend<typeof resource> = {
  leave: {
    async mayNot(call, rows) {
      const kept = await agenciesOf(
        call,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => {
        const own = kept.get(id);
        return own ? m.trade_leave_agencies({ n: own.n, first: own.first }) : null;
      });
    },
    async run(call, { accountId }) {
      if (accountId !== null && (await hasOpenShift(call, accountId))) throw new Refusal(m.trade_leave_shift());
      return { set: { leftDay: businessDay(call.now) } };
    },
  },
  rejoin: () => ({ set: { leftDay: null } }),
};

/** How many agencies that are not closed each looks after, and one of them by name. */
async function agenciesOf({ db }: Call, ids: readonly number[]): Promise<Map<number, { n: number; first: string }>> {
  const rows = await rowsOf<{ id: number; n: number; first: string }>(
    db,
    sql`
      select salesman_id as id, count(*)::int as n, min(name) as first
      from travel_agency
      where salesman_id = any (${sql.param([...ids])}::bigint[]) and status <> 'closed'
      group by salesman_id
    `,
  );
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

export const salesmanServed: Served[] = [
  ...serveResource(resource, {
    table,
    references: { regionId: regionReference, departmentId: departmentReference, accountId: operatorReference },
    commands,
  }),
  ...serveResource(salesTarget, { table: targets, references: { salesmanId: salesmanReference } }),
];
