/** Disputes on lines of statements: raised on one that was sent, answered one by one; what is taken out stands in a later statement. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agencyStatement } from "~/contract/travel/statement";
import { disputeLine, statementDispute as resource } from "~/contract/travel/statement-dispute";
import { dependsOn } from "../../kernel/depends-on";
import { labelOfItem } from "../../kernel/dictionaries";
import { yuan } from "../../kernel/money";
import { NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { statementReference } from "./statement-reference";
import { statementDispute as table } from "./statement-schema";

dependsOn("agencyStatement", { table, by: table.statementId, name: table.orderNo, words: m.bill_disputes });

interface Locked {
  code: string;
  status: string;
  total: number;
}

const lockStatement = ({ db }: Call, id: number) =>
  firstOf<Locked>(
    db,
    sql`
      select code, status, total::float8 as total from agency_statement
      where corp_code = current_setting('app.corp_code') and id = ${id}
      for update
    `,
  );

const stateOf = async ({ db }: Call, status: string) => (await labelOfItem(db, "agencyStatementState", status)) ?? "";

const raise = serve(disputeLine, async (call, { id, rowId, reason }) => {
  const { db, caller, now } = call;
  const statement = await lockStatement(call, id);
  if (!statement) throw new NotFound();
  const { code: label, status } = statement;
  if (!["sent", "disputed"].includes(status))
    throw new Refusal(m.bill_dispute_not_now({ state: await stateOf(call, status) }));
  const raised = await firstOf<{ id: number | null }>(
    db,
    sql`
      with line as (
        select l.source
        from agency_statement_row r
        join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
        where r.corp_code = current_setting('app.corp_code') and r.id = ${rowId} and r.statement_id = ${id}
      ), whole as (
        -- An order that is paid ahead in part is two movements, and one that is refunded more: they are disputed as one.
        select min(r.ledger_id) as ledger_id, l.source, sum(r.amount) as amount
        from agency_statement_row r
        join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
        where r.corp_code = current_setting('app.corp_code') and r.statement_id = ${id}
          and l.source = (select source from line)
        group by l.source
      ), added as (
        insert into agency_statement_dispute (
          statement_id, ledger_id, order_no, side, amount, reason, raised_by, raised_at
        )
        select ${id}, ledger_id, source, case when amount < 0 then 'back' else 'sold' end, abs(amount), ${reason},
               ${caller.name}, ${now.toISOString()}::timestamptz
        from whole
        on conflict do nothing
        returning id
      )
      select (select id::float8 from added) as id from line
    `,
  );
  if (!raised) throw new NotFound();
  if (raised.id === null) throw new Refusal(m.bill_dispute_twice());
  await db.execute(sql`
    update agency_statement set status = 'disputed', reason = ${reason}, row_version = row_version + 1
    where corp_code = current_setting('app.corp_code') and id = ${id}
  `);
  call.audit({
    ...{ thing: agencyStatement.noun, thingId: id, label },
    ...{ before: { status }, after: { status: "disputed", reason } },
  });
  return { id: raised.id };
});

const commands: CommandsBackend<typeof resource> = {
  keep: (_call, _row, { answer }) => ({ set: { answer } }),
  async moveOut(call, { id, statementId }, { answer }) {
    const statement = await lockStatement(call, statementId);
    if (!statement) throw new NotFound();
    if (statement.status !== "disputed")
      throw new Refusal(m.bill_move_state({ state: await stateOf(call, statement.status) }));
    // An order stands in one statement, with all of its movements.
    const left = await firstOf<{ total: number; moved: number }>(
      call.db,
      sql`
        with gone as (
          delete from agency_statement_row r
          using agency_statement_dispute d, agency_ledger l
          where d.corp_code = current_setting('app.corp_code') and d.id = ${id}
            and r.corp_code = d.corp_code and r.statement_id = d.statement_id
            and l.corp_code = r.corp_code and l.id = r.ledger_id and l.source = d.order_no
          returning r.amount
        ), moved as (
          select coalesce(sum(amount), 0) as amount from gone
        )
        update agency_statement s
        set total = s.total - moved.amount, row_version = s.row_version + 1
        from moved
        where s.corp_code = current_setting('app.corp_code') and s.id = ${statementId}
          and s.total - moved.amount > 0
        returning s.total::float8 as total, moved.amount::float8 as moved
      `,
    );
    if (!left) throw new Refusal(m.bill_move_last());
    // Of those raised before, the amount was one movement's.
    const moved = { amount: Math.abs(left.moved), side: left.moved < 0 ? "back" : "sold" };
    return { set: { answer, ...moved }, notice: m.bill_moved_out({ total: yuan(left.total) }) };
  },
};

/** By statement: lines that nobody has answered yet. */
export async function openDisputes({ db }: Call, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await rowsOf<{ id: number; n: number }>(
    db,
    sql`
      select statement_id::float8 as id, count(*)::int as n
      from agency_statement_dispute
      where corp_code = current_setting('app.corp_code') and status = 'open'
        and statement_id = any (${`{${ids.join(",")}}`}::bigint[])
      group by statement_id
    `,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export const statementDisputeServed: Served[] = [
  ...serveResource(resource, { table, references: { statementId: statementReference }, commands }),
  raise,
];
