/** The statement of one card, and what is owed to all holders at the end of a day: both read from the ledger alone. */
import { sql } from "drizzle-orm";
import { storedOwed, storedStatement } from "~/contract/stored/counter";
import { addDays, businessDay, endOfDay, stamp, startOfDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { standingsAt } from "../../kernel/ledger-look";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { readTypes } from "../card/read-type";
import { typeReference } from "../card/type";
import { balances } from "./balances";
import { readCard } from "./read-card";

/** Rows on one statement. */
const most = 500;

interface Row {
  at: string;
  kind: string;
  source: string;
  by: string;
  change: number;
  principal: number;
  gift: number;
  deposit: number;
}

const statement = serve(storedStatement, async (call, { id, from, to }) => {
  const card = await readCard(call, sql`c.id = ${id}`);
  if (!card) throw new NotFound();
  const [type] = await readTypes(call, [card.cardTypeId]);
  const until = to ?? businessDay(call.now);
  const since = from ?? addDays(until, -90);
  const { storedLedgerKind = [] } = await dictionariesOf(call.db, ["storedLedgerKind"], call.locale);
  const all = await rowsOf<Row>(
    call.db,
    sql`
      select at, kind, source, account_name as by,
             (principal_change + gift_change + deposit_change)::float8 as change,
             principal::float8 as principal, gift::float8 as gift, deposit::float8 as deposit
      from stored_ledger
      where corp_code = current_setting('app.corp_code')
        and stored_card_id = ${id}
        and at >= ${startOfDay(since).toISOString()}::timestamptz
        and at < ${endOfDay(until).toISOString()}::timestamptz
      order by at, id
      limit ${most + 1}
    `,
  );
  const rows = all.slice(0, most);
  const last = rows.at(-1);
  const list = await firstOf<{ id: number }>(
    call.db,
    sql`
      select list_id::float8 as id from stored_list_card
      where corp_code = current_setting('app.corp_code') and card_id = ${id}
    `,
  );
  const opening = await held(call, id, new Date(startOfDay(since).getTime() - 1));
  return {
    ...{ number: card.number, typeName: type?.name ?? "", holderName: card.holderName ?? "", from: since, to: until },
    opening,
    closing: last ? { principal: last.principal, gift: last.gift, deposit: last.deposit } : opening,
    rows: rows.map((row, place) => ({
      ...{ ...row, at: stamp(row.at) },
      // One slip has all rows of a step: its first leads there.
      slip: row.source !== "" && rows.findIndex(({ source }) => source === row.source) === place,
      kind: storedLedgerKind.find(({ value }) => value === row.kind)?.label ?? "",
    })),
    more: all.length > most,
    listId: list?.id ?? null,
  };
});

async function held(call: Call, id: number, at: Date) {
  const [one] = await standingsAt(call, balances, at, sql`a.id = ${id}`);
  return { principal: Number(one?.principal ?? 0), gift: Number(one?.gift ?? 0), deposit: Number(one?.deposit ?? 0) };
}

const owed = serve(storedOwed, async (call, { day }) => {
  const until = day ?? businessDay(call.now);
  const at = sql`${new Date(endOfDay(until).getTime() - 1).toISOString()}::timestamptz`;
  const rows = await rowsOf<{
    cardTypeId: number;
    typeName: string;
    cards: number;
    principal: number;
    gift: number;
    deposit: number;
  }>(
    call.db,
    sql`
      select h.card_type_id::float8 as "cardTypeId", t.name as "typeName",
             count(*) filter (where h.principal + h.gift + h.deposit > 0)::int as cards,
             sum(h.principal)::float8 as principal, sum(h.gift)::float8 as gift, sum(h.deposit)::float8 as deposit
      from (
        select c.card_type_id, l.principal, l.gift, l.deposit
        from stored_card c
        join lateral (
          select l.principal, l.gift, l.deposit
          from stored_ledger l
          where l.corp_code = c.corp_code and l.stored_card_id = c.id and l.at <= ${at}
          order by l.at desc, l.id desc
          limit 1
        ) l on true
        where c.corp_code = current_setting('app.corp_code') and c.moved_at is not null
      ) h
      join ${typeReference.table} t on t.corp_code = current_setting('app.corp_code') and t.id = h.card_type_id
      group by h.card_type_id, t.name
      order by h.card_type_id
    `,
  );
  return { day: until, rows };
});

export const statementServed: Served[] = [statement, owed];
