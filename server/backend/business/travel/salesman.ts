/** Salesmen and their targets. Nobody leaves with agencies or a shift that nobody has taken over. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { salesman as resource, salesmanLeft, salesTarget } from "~/contract/travel/salesman";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { dictionariesOf } from "../../kernel/dictionaries";
import { yuan } from "../../kernel/money";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEveryAgency } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { inHandOf, sayInHand } from "../order/seller-keeps";
import { departmentReference, keepsEmployment, operatorReference } from "../platform/people";
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
  handOver: {
    async run(call, { id }, { toId }) {
      if (toId === id) throw new Invalid({ toId: [m.trade_hand_over_same()] });
      const n = await handOver(call, id, toId);
      if (n === 0) throw new Refusal(m.trade_hand_over_none());
      return { notice: m.trade_handed_over({ n }) };
    },
  },
  leave: {
    async mayNot(call, rows) {
      const kept = await agenciesOf(
        call,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => {
        const own = kept.get(id);
        return own ? m.trade_leave_left({ what: sayAgencies(own) }) : null;
      });
    },
    async run(call, { accountId }) {
      const left = accountId === null ? [] : await sayInHand(call, accountId);
      if (left.length > 0) throw new Refusal(m.trade_leave_left({ what: left.join(m.did_list_sep()) }));
      return { set: { leftDay: businessDay(call.now) } };
    },
  },
  rejoin: () => ({ set: { leftDay: null } }),
};

/** All that are not closed, in one press; orders of before stay with whom they were earned. */
async function handOver(call: Call, from: number, to: number): Promise<number> {
  const rows = await rowsOf<{ id: number; name: string }>(
    call.db,
    sql`
      with moved as (
        select id from travel_agency
        where corp_code = current_setting('app.corp_code') and salesman_id = ${from} and status <> 'closed'
        order by id
        for no key update
      )
      update travel_agency a set salesman_id = ${to}, row_version = row_version + 1, updated_at = ${call.now.toISOString()}::timestamptz
      from moved
      where a.corp_code = current_setting('app.corp_code') and a.id = moved.id
      returning a.id::float8 as id, a.name
    `,
  );
  for (const { id, name } of rows)
    call.audit({ thing: "agency", thingId: id, label: name, before: { salesmanId: from }, after: { salesmanId: to } });
  return rows.length;
}

interface Kept {
  n: number;
  first: string;
  owed: number;
}

const sayAgencies = ({ n, first, owed }: Kept): string =>
  [m.trade_left_agencies({ n, first }), ...(owed > 0 ? [m.trade_left_owed({ amount: yuan(owed) })] : [])].join(
    m.did_list_sep(),
  );

/** How many agencies that are not closed each looks after, one of them by name, and what they owe. */
async function agenciesOf({ db }: Call, ids: readonly number[]): Promise<Map<number, Kept>> {
  const rows = await rowsOf<Kept & { id: number }>(
    db,
    sql`
      select a.salesman_id::float8 as id, count(*)::int as n, min(a.name) as first, coalesce(sum(k.used), 0)::float8 as owed
      from travel_agency a
      left join agency_account k on k.corp_code = a.corp_code and k.agency_id = a.id
      where a.salesman_id = any (${sql.param([...ids])}::bigint[]) and a.status <> 'closed'
      group by a.salesman_id
    `,
  );
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

/** Of an employee by their account: whoever is a salesman too. */
keepsEmployment(async (call, { accountId }) => {
  if (accountId === null) return [];
  const own = await firstOf<{ id: number }>(
    call.db,
    sql`
      select id::float8 as id from salesman
      where corp_code = current_setting('app.corp_code') and account_id = ${accountId} and status = 'onDuty'
    `,
  );
  const kept = own && (await ofEveryAgency(call, () => agenciesOf(call, [own.id]))).get(own.id);
  return kept ? [sayAgencies(kept)] : [];
});

/** Agencies on one page. */
const most = 500;

const left = serve(salesmanLeft, async (call, { id }) => {
  const row = await firstOf<{ name: string; status: string; accountId: number | null }>(
    call.db,
    sql`select name, status, account_id::float8 as "accountId" from salesman where id = ${id}`,
  );
  if (!row) throw new NotFound();
  const hand = row.accountId === null ? null : await inHandOf(call, row.accountId);
  const found = await rowsOf<{ id: number; name: string; status: string; owed: number; prepaid: number }>(
    call.db,
    sql`
      select a.id::float8 as id, a.name, a.status, coalesce(k.used, 0)::float8 as owed,
             coalesce(k.prepaid, 0)::float8 as prepaid
      from travel_agency a
      left join agency_account k on k.corp_code = a.corp_code and k.agency_id = a.id
      where a.corp_code = current_setting('app.corp_code') and a.salesman_id = ${id} and a.status <> 'closed'
      order by coalesce(k.used, 0) desc, a.name, a.id
      limit ${most + 1}
    `,
  );
  const { agencyState = [] } = await dictionariesOf(call.db, ["agencyState"], call.locale);
  const agencies = found.slice(0, most).map(({ status, ...one }) => ({
    ...one,
    state: agencyState.find(({ value }) => value === status)?.label ?? "",
  }));
  return {
    ...{ id, name: row.name, onDuty: row.status === "onDuty" },
    ...{ shift: hand?.shiftNo ?? "", float: hand?.float ?? 0, rolls: hand?.rolls ?? [] },
    ...{ agencies, owed: agencies.reduce((all, { owed }) => all + owed, 0), more: found.length > most },
  };
});

export const salesmanServed: Served[] = [
  ...serveResource(resource, {
    table,
    references: {
      ...{ regionId: regionReference, departmentId: departmentReference, accountId: operatorReference },
      toId: salesmanReference,
    },
    commands,
  }),
  left,
  ...serveResource(salesTarget, { table: targets, references: { salesmanId: salesmanReference } }),
];
