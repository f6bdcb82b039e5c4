/** The paper of a company's stored-value cards: kept with their sale, whether or not they cost a fee, and printed as often as it is asked for. */
import { sql } from "drizzle-orm";
import { mostOfStoredList } from "~/contract/card/list-bounds";
import { maskIdentity } from "~/contract/mask-identity";
import { storedListSheet } from "~/contract/stored/card-list";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { nextNumber } from "../../kernel/numbers";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { typeReference } from "../card/type";
import { noOfOrder } from "../order/query-parts";

interface Issued {
  cardTypeId: number;
  company: string;
  /** "": nothing was paid. */
  paymentType: string;
  orderId: number | null;
  /** In the order of the file; amounts in fen. */
  cards: readonly { cardId: number; line: number; fees: number; deposit: number; principal: number; gift: number }[];
}

/** Answers the id of the paper. */
export async function keepPaper(call: Call, { cards, ...list }: Issued): Promise<number> {
  const rows = cards
    .toSorted((one, other) => one.line - other.line)
    .map(({ line: _, cardId, ...amounts }, at) => ({ card_id: cardId, place: at + 1, ...amounts }));
  const kept = await firstOf<{ id: number }>(
    call.db,
    sql`
      with made as (
        insert into stored_list (list_no, card_type_id, company, payment_type, order_id, at, account_name)
        values (
          ${nextNumber(call, "SL")}, ${list.cardTypeId}, ${list.company}, ${list.paymentType}, ${list.orderId},
          ${call.now.toISOString()}::timestamptz, ${call.caller.name}
        )
        returning id
      ),
      listed as (
        insert into stored_list_card (list_id, card_id, place, fees, deposit, principal, gift)
        select made.id, r.card_id, r.place, r.fees, r.deposit, r.principal, r.gift
        from made, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
          card_id bigint, place int, fees bigint, deposit bigint, principal bigint, gift bigint
        )
      )
      select id::float8 as id from made
    `,
  );
  if (!kept) throw new Error("an insert answers its row");
  return kept.id;
}

interface Header {
  listNo: string;
  company: string;
  typeName: string;
  at: string;
  by: string;
  paymentType: string;
  orderId: number | null;
  orderNo: string;
}

interface Row {
  id: number;
  number: string;
  holder: string;
  identity: string;
  validTo: string;
  status: string;
  fees: number;
  deposit: number;
  principal: number;
  gift: number;
}

export const paperServed: Served = serve(storedListSheet, async (call, { id }) => {
  const header = await firstOf<Header>(
    call.db,
    sql`
      select l.list_no as "listNo", l.company, t.name as "typeName", l.at::text as at, l.account_name as by,
             l.payment_type as "paymentType", l.order_id::float8 as "orderId", coalesce(${noOfOrder(sql`l.order_id`)}, '') as "orderNo"
      from stored_list l
      join ${typeReference.table} t on t.corp_code = l.corp_code and t.id = l.card_type_id
      where l.corp_code = current_setting('app.corp_code') and l.id = ${id}
    `,
  );
  if (!header) throw new NotFound();
  const { storedState = [] } = await dictionariesOf(call.db, ["storedState"], call.locale);
  const rows = await rowsOf<Row>(
    call.db,
    sql`
      select c.id::float8 as id, c.number, coalesce(c.holder_name, '') as holder, coalesce(c.identity, '') as identity,
             coalesce(c.valid_to::text, '') as "validTo", c.status, l.fees::float8 as fees, l.deposit::float8 as deposit,
             l.principal::float8 as principal, l.gift::float8 as gift
      from stored_list_card l
      join stored_card c on c.corp_code = l.corp_code and c.id = l.card_id
      where l.corp_code = current_setting('app.corp_code') and l.list_id = ${id}
      order by l.place
      limit ${mostOfStoredList}
    `,
  );
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    ...{ ...header, at: stamp(header.at) },
    ...{ fees: sum(({ fees }) => fees), deposit: sum(({ deposit }) => deposit) },
    ...{ principal: sum(({ principal }) => principal), gift: sum(({ gift }) => gift) },
    cards: rows.map(({ identity, status, fees, deposit, ...row }) => ({
      ...{ ...row, identity: maskIdentity(identity), paid: fees + deposit + row.principal },
      stateName: storedState.find(({ value }) => value === status)?.label ?? "",
    })),
  };
});
