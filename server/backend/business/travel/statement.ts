/** Statements: made of what stands in none yet, closed for good, paid by receipts. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import { agencyStatement as resource } from "~/contract/travel/statement";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import { ofEveryPark } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { shareOrders } from "../order/query-parts";
import { readAccounts } from "./accounts";
import { agencyReference } from "./agency-reference";
import { openDisputes } from "./statement-dispute";
import { writeOff } from "./statement-loss";
import { takeMovements, termsOf } from "./statement-movements";
import { allocatable, allocate, lockAgency } from "./statement-receipts";
import {
  agencyStatementOffset as offsets,
  agencyStatementRow as rows,
  agencyStatement as table,
  agencyLedgerOpen as waits,
} from "./statement-schema";

type Statement = ResourceRow<typeof resource>;

dependsOn("agencyStatement", { table: rows, by: rows.statementId, words: m.bill_made_dep });
dependsOn("agencyStatement", { table: offsets, by: offsets.statementId, words: m.bill_made_dep });
dependsOn("agency", { table, by: table.agencyId, name: table.code, words: m.fun_statement_list });
dependsOn("agency", { table: waits, by: waits.agencyId, words: m.account_dep_account });

const commands: CommandsBackend<typeof resource> = {
  send: { mayNot: answered },
  dispute: (_call, _row, { reason }) => ({ set: { reason } }),
  confirm: {
    mayNot: (_call, rows) => rows.map(({ stamped }) => (stamped ? null : m.bill_no_stamp())),
  },
  close: {
    // A statement that is confirmed may be edited, and its file taken away.
    async mayNot(call, rows) {
      const refunds = await refundsUnderWay(call, rows);
      return rows.map(({ stamped }, place) => {
        const missing = [stamped ? null : m.bill_no_stamp_to_close(), refunds[place]].filter(Boolean);
        return missing.join(m.bill_sep()) || null;
      });
    },
    // A refund that is being asked for at this moment is waited for, and counts.
    async run(call, row) {
      await ofEveryPark(call, () => lockOrders(call, row.id));
      const [waiting] = await refundsUnderWay(call, [row]);
      if (waiting) throw new Refusal(waiting);
      return {};
    },
  },
  allocate,
  writeOff: {
    approval: (_call, { total, paid }, { reason }) => ({
      ...{ amount: total - paid, reason },
      about: { parks: [], maker: null },
    }),
    mayNot: moneyLeft,
    async run(call, row, { reason }) {
      await lockAgency(call, row.agencyId);
      const [left] = await moneyLeft(call, [row]);
      if (left) throw new Refusal(left);
      return { set: { reason }, notice: await writeOff(call, row) };
    },
  },
  // What stood in it may stand in another.
  cancel: {
    mayNot: answered,
    async run({ db }, { id }, { reason }) {
      await db.execute(sql`
        delete from agency_statement_row where corp_code = current_setting('app.corp_code') and statement_id = ${id}
      `);
      return { set: { reason, total: 0 } };
    },
  },
};

export const statementServed = serveResource(resource, {
  table,
  references: { agencyId: agencyReference },
  commands,
  async check(call, values, before) {
    if (before && !["draft", "sent", "disputed", "confirmed"].includes(String(before.status)))
      throw new Refusal(m.bill_fixed());
    if (before) return;
    const today = businessDay(call.now);
    if (String(values.toDay) > today) throw new Invalid({ toDay: [m.bill_future()] });
    values.basis = (await termsOf(call.db, Number(values.agencyId), today))?.basis ?? "sale";
  },
  async saved(call, row, before) {
    if (!before) await take(call, row);
  },
});

async function take(call: Call, row: Values): Promise<void> {
  const { id, agencyId, fromDay, toDay, basis } = row;
  const statement = { id: Number(id), agencyId: Number(agencyId), fromDay: String(fromDay), toDay: String(toDay) };
  // A write-off settles refunds that wait for a statement: one of both has them.
  await lockAgency(call, statement.agencyId);
  // When somebody came is known of the orders of every park.
  const total = await ofEveryPark(call, () =>
    takeMovements(call.db, { ...statement, basis: String(basis) }, businessDay(call.now)),
  );
  if (total > 0) return;
  const [agency] = await readAccounts(call, sql`a.id = ${statement.agencyId}`);
  throw new Refusal(m.bill_nothing({ name: agency?.name ?? "" }));
}

/** Nothing is lost as long as money is there that pays it. */
async function moneyLeft(call: Call, all: readonly Statement[]): Promise<(string | null)[]> {
  const free = await allocatable(
    call,
    all.map(({ agencyId }) => agencyId),
  );
  return all.map(({ agencyId }) => {
    const amount = free.get(agencyId) ?? 0;
    return amount > 0 ? m.bill_money_left({ amount: yuan(amount) }) : null;
  });
}

async function answered(call: Call, all: readonly Statement[]): Promise<(string | null)[]> {
  const open = await openDisputes(
    call,
    all.map(({ id }) => id),
  );
  return all.map(({ id }) => {
    const n = open.get(id) ?? 0;
    return n > 0 ? m.bill_disputes_open({ n }) : null;
  });
}

/** Of its orders, in whichever park, those whose refund waits for a second person. */
async function refundsUnderWay(call: Call, all: readonly Statement[]): Promise<(string | null)[]> {
  const found = await ofEveryPark(call, () => refundingIn(call, all));
  return all.map(({ id }) => {
    const own = found.filter((one) => one.id === id).slice(0, 3);
    if (own.length === 0) return null;
    const orders = own.map(({ order, amount }) => m.bill_order_refund({ order, amount: yuan(amount) }));
    return m.bill_under_way({ orders: orders.join(m.did_list_sep()) });
  });
}

const lockOrders = ({ db }: Call, id: number) =>
  db.execute(
    shareOrders(sql`
      select c.order_id
      from agency_statement_row r
      join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
      join agency_charge c on c.corp_code = l.corp_code and c.order_no = l.source and c.agency_id = l.agency_id
      where r.corp_code = current_setting('app.corp_code') and r.statement_id = ${id}
    `),
  );

const refundingIn = ({ db }: Call, all: readonly Statement[]) =>
  rowsOf<{ id: number; order: string; amount: number }>(
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
