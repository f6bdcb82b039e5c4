/** Shares move with the money: at the sale of a line, and when tickets of it go back. */
import { type SQL, sql } from "drizzle-orm";
import { businessDay } from "../../kernel/business-time";
import { preparedRowsOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { ExchangedPiece } from "../order/exchange";
import type { RefundItem } from "../order/sellable";
import { givenBackOf, sharesOf, sumByPart } from "./sub-ticket-split";

/** A part as a type has it; `weight` is per mille or fen, whichever its price is split by. */
export interface SubPart {
  name: string;
  settleTo: string;
  weight: number;
}

/** By type, the parts of these types as a list of {@link SubPart}. `types` selects ids. */
export const subPartsOf = (types: SQL): SQL => sql`
  select s.ticket_type_id,
         json_agg(json_build_object(
           'name', l.name, 'settleTo', coalesce(p.name, l.party, ''), 'weight', coalesce(l.per_mille, l.amount)
         ) order by l.position) as parts
  from sub_ticket s
  join sub_ticket_part l on l.corp_code = s.corp_code and l.sub_ticket_id = s.id
  left join park p on p.corp_code = l.corp_code and p.id = l.park_id
  where s.ticket_type_id in (${types})
  group by s.ticket_type_id
`;

export interface SharedLine {
  lineId: number;
  ticketTypeId: number;
  ticketTypeName: string;
  parts: readonly SubPart[];
  /** Fen paid for each of its tickets. */
  prices: readonly number[];
}

/** Of lines whose type has no sub-tickets nothing is written. */
export async function shareSale(call: Call, orderId: number, lines: readonly SharedLine[]): Promise<void> {
  const moves = lines.flatMap(({ parts, prices, ...line }) => {
    const weights = parts.map(({ weight }) => weight);
    const sums = sumByPart(
      prices.map((price) => sharesOf(price, weights)),
      parts.length,
    );
    return parts.map((part, place) => ({
      ...line,
      ...part,
      part: place,
      orderId,
      quantity: prices.length,
      amount: sums[place] ?? 0,
    }));
  });
  await write(call, "sale", moves);
}

interface SoldPart extends SubPart {
  lineId: number;
  orderId: number;
  ticketTypeId: number;
  ticketTypeName: string;
  part: number;
}

/** How lines were shared when they were sold. */
function soldPartsOf(call: Call, lineIds: readonly number[]): Promise<SoldPart[]> {
  return rowsOf<SoldPart>(
    call.db,
    sql`
      select line_id as "lineId", order_id as "orderId", ticket_type_id as "ticketTypeId",
             ticket_type_name as "ticketTypeName", part, name, settle_to as "settleTo", weight
      from sub_ticket_share
      where line_id = any (${sql.param([...lineIds])}::bigint[])
        and kind = 'sale'
      order by line_id, part
    `,
  );
}

/** As their lines were shared when they were sold, whatever the type says now. */
export async function shareBack(call: Call, items: readonly RefundItem[]): Promise<void> {
  const lineIds = [...new Set(items.map(({ lineId }) => lineId))];
  const sold = await soldPartsOf(call, lineIds);
  const moves = lineIds.flatMap((lineId) => {
    const parts = sold.filter((one) => one.lineId === lineId);
    const weights = parts.map(({ weight }) => weight);
    const own = items.filter((item) => item.lineId === lineId);
    const sums = sumByPart(
      own.map((item) => givenBackOf(item, weights)),
      parts.length,
    );
    return parts.map((part, place) => ({ ...part, quantity: -own.length, amount: -(sums[place] ?? 0) }));
  });
  await write(call, "refund", moves);
}

/** Tickets that others of the same order replace: what the old ones give back, and the new ones shared as the old ones were. */
export async function shareChange(call: Call, items: readonly ExchangedPiece[]): Promise<void> {
  const sold = await soldPartsOf(call, [...new Set(items.map(({ lineId }) => lineId))]);
  if (sold.length === 0) return;
  await shareBack(call, items);
  const lines = [...new Map(items.map((item) => [item.newLineId, item.lineId]))].map(([lineId, oldLineId]) => {
    const parts = sold.filter((one) => one.lineId === oldLineId);
    const prices = items.filter((item) => item.newLineId === lineId).map(({ newPrice }) => newPrice);
    return { lineId, parts, prices };
  });
  const moves = lines.flatMap(({ lineId, parts, prices }) => {
    const weights = parts.map(({ weight }) => weight);
    const sums = sumByPart(
      prices.map((price) => sharesOf(price, weights)),
      parts.length,
    );
    return parts.map((part, place) => ({ ...part, lineId, quantity: prices.length, amount: sums[place] ?? 0 }));
  });
  await write(call, "sale", moves);
}

async function write(call: Call, kind: "sale" | "refund", moves: readonly object[]): Promise<void> {
  if (moves.length === 0) return;
  await preparedRowsOf(
    call.db,
    sql`
      insert into sub_ticket_share (
        at, day, kind, order_id, line_id, ticket_type_id, ticket_type_name, part, name, settle_to, weight, quantity, amount
      )
      select ${call.now.toISOString()}::timestamptz, ${businessDay(call.now)}::date, ${kind}, m."orderId", m."lineId",
             m."ticketTypeId", m."ticketTypeName", m.part, m.name, m."settleTo", m.weight, m.quantity, m.amount
      from json_to_recordset(${JSON.stringify(moves)}::json) as m (
        "orderId" bigint, "lineId" bigint, "ticketTypeId" bigint, "ticketTypeName" text, part int, name text,
        "settleTo" text, weight bigint, quantity int, amount bigint
      )
    `,
  );
}
