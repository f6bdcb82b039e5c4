/** Statements: made of what stands in none yet, closed for good, paid by receipts. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { agencyStatement as resource } from "~/contract/travel/statement";
import { businessDay, endOfDay, startOfDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { readAccounts } from "./accounts";
import { agencyReference } from "./agency-reference";
import { allocate } from "./statement-receipts";
import { agencyStatementRow as rows, agencyStatement as table } from "./statement-schema";

type Statement = ResourceRow<typeof resource>;

dependsOn("agencyStatement", { table: rows, by: rows.statementId, words: m.bill_made_dep });
dependsOn("agency", { table, by: table.agencyId, name: table.code, words: m.fun_statement_list });

const commands: CommandsBackend<typeof resource> = {
  dispute: (_call, _row, { reason }) => ({ set: { reason } }),
  close: { mayNot: refundsUnderWay },
  allocate,
  writeOff: {
    approval: (_call, { total, paid }, { reason }) => ({
      ...{ amount: total - paid, reason },
      about: { parks: [], maker: null },
    }),
    run: (_call, { total, paid }, { reason }) => ({
      set: { reason },
      notice: m.bill_written_off({ amount: yuan(total - paid) }),
    }),
  },
  // What stood in it may stand in another.
  async cancel({ db }, { id }, { reason }) {
    await db.execute(sql`
      delete from agency_statement_row where corp_code = current_setting('app.corp_code') and statement_id = ${id}
    `);
    return { set: { reason, total: 0 } };
  },
};

export const statementServed = serveResource(resource, {
  table,
  references: { agencyId: agencyReference },
  commands,
  check(call, values, before) {
    if (before && !["draft", "sent", "disputed", "confirmed"].includes(String(before.status)))
      throw new Refusal(m.bill_fixed());
    if (!before && String(values.toDay) > businessDay(call.now)) throw new Invalid({ toDay: [m.bill_future()] });
  },
  async saved(call, row, before) {
    if (!before) await take(call, row);
  },
});

/** Of two statements that are made at once, the unique index gives each movement to one. */
async function take(call: Call, row: Values): Promise<void> {
  const [id, agencyId] = [Number(row.id), Number(row.agencyId)];
  const taken = await firstOf<{ total: number }>(
    call.db,
    sql`
      with taken as (
        insert into agency_statement_row (statement_id, ledger_id, amount)
        select ${id}, l.id, l.used_change - l.prepaid_change
        from agency_account k
        join agency_ledger l on l.corp_code = k.corp_code and l.agency_account_id = k.id
        where k.corp_code = current_setting('app.corp_code')
          and k.agency_id = ${agencyId}
          and l.kind in ('sale', 'saleCredit', 'saleBack', 'saleCreditBack')
          and l.at >= ${startOfDay(String(row.fromDay)).toISOString()}::timestamptz
          and l.at < ${endOfDay(String(row.toDay)).toISOString()}::timestamptz
          and not exists (
            select 1 from agency_statement_row r where r.corp_code = l.corp_code and r.ledger_id = l.id
          )
        order by l.id
        on conflict do nothing
        returning amount
      )
      select coalesce(sum(amount), 0)::float8 as total from taken
    `,
  );
  const total = taken?.total ?? 0;
  if (total <= 0) {
    const [agency] = await readAccounts(call, sql`a.id = ${agencyId}`);
    throw new Refusal(m.bill_nothing({ name: agency?.name ?? "" }));
  }
  await call.db.execute(sql`
    update agency_statement set total = ${total}
    where corp_code = current_setting('app.corp_code') and id = ${id}
  `);
}

/** Of its orders, those whose refund waits for a second person. */
async function refundsUnderWay({ db }: Call, all: readonly Statement[]): Promise<(string | null)[]> {
  const found = await rowsOf<{ id: number; order: string; amount: number }>(
    db,
    sql`
      select distinct s.id::float8 as id, o.order_no as "order", o.refunding::float8 as amount
      from order_standing o
      join agency_charge c on c.corp_code = o.corp_code and c.order_id = o.id
      join agency_statement s on s.corp_code = c.corp_code and s.agency_id = c.agency_id
      join agency_statement_row r on r.corp_code = s.corp_code and r.statement_id = s.id
      join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id and l.source = o.order_no
      where o.corp_code = current_setting('app.corp_code')
        and o.refunding > 0
        and s.id = any (${`{${all.map(({ id }) => id)}}`}::bigint[])
      order by o.order_no
    `,
  );
  return all.map(({ id }) => {
    const own = found.filter((one) => one.id === id).slice(0, 3);
    if (own.length === 0) return null;
    const orders = own.map(({ order, amount }) => m.bill_order_refund({ order, amount: yuan(amount) }));
    return m.bill_under_way({ orders: orders.join(m.did_list_sep()) });
  });
}
