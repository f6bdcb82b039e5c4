/**
 * Rebates on invoices: the next invoice of an agency is less by what was booked and no invoice shows yet, as a discount of its
 * lines. A red letter for a rebate, over part of an invoice, shows one as well, and an allowance of another reason does not; where
 * an invoice may be reversed whole alone, it is made out anew with the discount.
 */
import { sql } from "drizzle-orm";
import { shared, taxWithin } from "~/contract/invoice/tax";
import { m } from "~/contract/messages";
import { yuan } from "../../kernel/money";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { ofEveryPark } from "../../kernel/scope";
import type { Call } from "../../kernel/served";
import { lockRebatesBooked } from "../travel/rebates-booked";
import type { QuotedLine } from "./write";

/** Fen of so much that is booked which no invoice and no red letter of the agency shows, whichever park's orders they are of. */
export async function notShown(call: Call, agencyId: number, booked: number): Promise<number> {
  if (booked <= 0) return 0;
  const row = await ofEveryPark(call, () => shownOf(call, agencyId));
  return Math.max(0, booked - (row?.shown ?? 0));
}

const shownOf = ({ db }: Call, agencyId: number) =>
  firstOf<{ shown: number }>(
    db,
    sql`
      select (
        coalesce((
          select sum(n.discount)
          from invoice_line n
          join invoice i on i.corp_code = n.corp_code and i.id = n.invoice_id
          where i.corp_code = current_setting('app.corp_code') and i.agency_id = ${agencyId}
            and i.status not in ('cancelled', 'reversed')
        ), 0) + coalesce((
          select sum(r.gross)
          from invoice_red r
          join invoice i on i.corp_code = r.corp_code and i.id = r.invoice_id
          where i.corp_code = current_setting('app.corp_code') and i.agency_id = ${agencyId}
            and r.reason = 'rebate' and r.status in ('waiting', 'confirmed', 'sent', 'issued')
        ), 0)
      )::float8 as shown
    `,
  );

/** A red letter for a rebate is an agency's, over part of an invoice, and shows no more than is booked and not shown yet. */
export async function checkRebateLetter(
  call: Call,
  { agencyId, whole, gross }: { agencyId: number | null; whole: boolean; gross: number },
): Promise<void> {
  if (agencyId === null) throw new Invalid({ reason: [m.invoice_rebate_of_agency()] });
  if (whole) throw new Invalid({ reason: [m.invoice_rebate_of_part()] });
  const left = await notShown(call, agencyId, await lockRebatesBooked(call, agencyId));
  if (gross > left) throw new Refusal(m.invoice_rebate_most({ left: yuan(left), gross: yuan(gross) }));
}

/** Pure. Shares it by what the lines cost; every line keeps something, so the rest of a large rebate waits for the next invoice. */
export function discounted(lines: readonly QuotedLine[], rebate: number): QuotedLine[] {
  const most = lines.reduce((sum, { gross }) => sum + gross - 1, 0);
  const parts = shared(
    Math.min(rebate, most),
    lines.map(({ gross }) => gross),
  );
  return lines.map((line, place) => {
    const discount = Math.min(parts[place] ?? 0, line.gross - 1);
    const gross = line.gross - discount;
    return { ...line, discount, gross, tax: taxWithin(gross, line.rate) };
  });
}

/** Pure. The payments that it is made out for are less by the discount, the last ones first. */
export function lessened<W extends { amount: number }>(ways: readonly W[], discount: number): W[] {
  let rest = discount;
  return [...ways]
    .reverse()
    .map((way) => {
      const part = Math.min(rest, way.amount);
      rest -= part;
      return { ...way, amount: way.amount - part };
    })
    .filter(({ amount }) => amount > 0)
    .reverse();
}
