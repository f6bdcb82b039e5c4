/** What a change looks at: the order, its tickets, and the ticket types of those that are chosen. */
import { sql } from "drizzle-orm";
import type { DocumentKind } from "~/contract/document-kinds";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { channelOfOrder, mobileOfOrder } from "../order/query-parts";
import { type OrderWithLines, orderWithLines } from "../order/sold-order";
import { pricesOfOrder } from "../travel/sale-agency";
import { type TicketToChange, ticketWhyNot } from "./rules/change";
import { counterChannel, type Place } from "./sale-context";
import type { Visitor } from "./sale-visitors";

export interface OldTicket extends TicketToChange {
  name: string;
  typeId: number;
  parkId: number;
  /** Fen that were paid for it. */
  price: number;
  validFrom: string;
  holder: Visitor;
  realName: "none" | "perOrder" | "perTicket";
  documents: DocumentKind[];
  perIdentityDay: number | null;
  /** People that go in on it. */
  persons: number;
  whyNot: string;
}

export interface ChangeableOrder extends OrderWithLines {
  /** On which it was sold: its prices count. */
  channel: string;
  /** Of the contact; "" where none was said. */
  mobile: string;
  tickets: OldTicket[];
  /** Whose prices count: of an agency's order its own. */
  prices: Pick<Place, "group" | "layers">;
}

type Row = Omit<OldTicket, "name" | "whyNot" | "holder" | "own"> & {
  holderName: string;
  holderDocument: DocumentKind;
  holderCountry: string;
  holderIdentity: string;
};

/** The order with all of its tickets, each judged by itself. */
export async function orderToChange(
  call: Call,
  orderId: number,
  lock: boolean,
  judge: typeof ticketWhyNot = ticketWhyNot,
): Promise<ChangeableOrder> {
  const sold = await orderWithLines(call, orderId, lock);
  const lines = new Map(sold.lines.map((line) => [line.id, line]));
  const rows = await rowsOf<Row>(
    call.db,
    sql`
      select t.id, t.ticket_no as "ticketNo", t.line_id as "lineId", t.ticket_type_id as "typeId",
             t.park_id as "parkId", t.state, t.used, t.admissions, t.visit_day as "visitDay", t.slot,
             t.valid_from as "validFrom", t.valid_to as "validTo", t.combo_set as "comboSet", t.changes, t.price,
             t.holder_name as "holderName", t.holder_document as "holderDocument",
             t.holder_country as "holderCountry", t.holder_identity as "holderIdentity",
             coalesce(k.real_name, 'none') as "realName", coalesce(k.documents, '{}') as documents,
             k.per_identity_day as "perIdentityDay", coalesce((t.rules ->> 'persons')::int, 1) as persons
      from ticket t
      left join ticket_type k on k.corp_code = t.corp_code and k.id = t.ticket_type_id
      where t.order_id = ${orderId}
      order by t.id
    `,
  );
  const parks = call.caller.scope?.parks;
  const tickets = rows.flatMap(({ holderName, holderDocument, holderCountry, holderIdentity, ...row }) => {
    const line = lines.get(row.lineId);
    if (!line) return [];
    const own = !parks || parks.includes(row.parkId);
    const holder = { name: holderName, document: holderDocument, country: holderCountry, identity: holderIdentity };
    const realName = realNameOf(line.terms) ?? row.realName;
    const ticket = { ...row, realName, holder, own, name: line.name };
    return [{ ...ticket, whyNot: judge(ticket, line, call.now) }];
  });
  const [said] = await rowsOf<{ mobile: string; channel: string }>(
    call.db,
    sql`select ${mobileOfOrder(orderId)} as mobile, ${channelOfOrder(orderId)} as channel`,
  );
  return {
    ...{ ...sold, tickets, mobile: said?.mobile ?? "", channel: said?.channel ?? counterChannel },
    prices: await pricesOfOrder(call, orderId),
  };
}

/** As it was sold. */
function realNameOf({ realName }: Record<string, unknown>): OldTicket["realName"] | null {
  return realName === "none" || realName === "perOrder" || realName === "perTicket" ? realName : null;
}
