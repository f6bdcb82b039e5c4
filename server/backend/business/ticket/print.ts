/** What a printer needs of an order: its tickets with their templates. Every print is counted, and so is every blank. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { TicketRules } from "~/contract/ticket/gate-rules/facts";
import { sayPoints } from "~/contract/ticket/gate-rules/points";
import { type IssuedTicket, nextSerial, printTickets } from "~/contract/ticket/issued";
import { serialsFrom } from "~/contract/ticket/print-paper";
import { stamp } from "../../kernel/business-time";
import { Forbidden, Invalid } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { offOfLine } from "../order/query-parts";
import { receiptOf } from "../order/receipt";
import { receiptLinks } from "../order/receipt-links";
import { blankKeeper } from "./blanks";
import { itsOrderAndPark, shownTo, ticketColumns } from "./issued-query";
import { templatesOf } from "./print-layouts";
import { signedCodesOf } from "./signed-codes";

type Printed = IssuedTicket & {
  qrText: string;
  prints: number;
  off: number;
  offFor: string;
  /** Of its type, where that is in use; else null. */
  templateId: number | null;
  takesSerial: boolean;
  /** Of its last print; "" where that had none. */
  lastSerial: string;
  rules: TicketRules;
};

const servePrint = serve(printTickets, async (call, { orderId, plain, serial: first }) => {
  const order = await receiptOf(call, orderId);
  const pos = await firstOf<{ printer: string }>(call.db, sql`select printer from pos where id = ${order.posId ?? 0}`);
  const tickets = await toPrint(call, orderId);
  const serials = plain ? [] : await blanksOf(call, tickets, { first, orderNo: order.orderNo });
  await notePrints(call, orderId, tickets, serials);
  const again = tickets.filter(({ prints }) => prints > 0).length;
  call.audit({ thing: "order", thingId: orderId, label: order.orderNo, after: { printed: tickets.length, again } });
  const maySee = await call.may("sensitive:view");
  const ids = tickets.map(({ id }) => id);
  const signed = await signedCodesOf(call, ids);
  const { posId, ...head } = order;
  const used = new Map(serials.map(({ ticketId, serial }) => [ticketId, serial]));
  return {
    ...head,
    soldAt: stamp(head.soldAt),
    printer: pos?.printer ?? "receipt80",
    paymentType: head.payments[0]?.paymentType ?? "",
    links: await receiptLinks(call, orderId),
    templates: plain ? [] : await templatesOf(call, tickets),
    tickets: shownTo(call, tickets, maySee).map(({ rules, takesSerial: _, lastSerial: _last, ...one }) => ({
      ...one,
      prints: one.prints + 1,
      templateId: plain ? null : one.templateId,
      serial: used.get(one.id) ?? "",
      qrText: signed.get(one.id) ?? one.qrText,
      choice: sayPoints({ admissions: one.admissions, rules }),
      concession: rules.concession ? m.concession_on_ticket(rules.concession) : "",
    })),
  };
});

/**
 * Those that are good, with how often they were printed. Who may not print again gets those that never were. They are locked,
 * so that of two who press at once only one is the first.
 */
async function toPrint(call: Call, orderId: number): Promise<Printed[]> {
  await call.db.execute(sql`
    select id from ticket where order_id = ${orderId} order by id for no key update
  `);
  const tickets = await rowsOf<Printed>(
    call.db,
    sql`
      select ${ticketColumns}, t.qr_text as "qrText", t.rules, template.id as "templateId",
             coalesce(template.serials, false) as "takesSerial",
             (select count(*)::int from print_log l where l.corp_code = t.corp_code and l.ticket_id = t.id) as prints,
             coalesce((select l.serial from print_log l where l.corp_code = t.corp_code and l.ticket_id = t.id
                       order by l.id desc limit 1), '') as "lastSerial",
             coalesce(reduced.off, 0) as "off", case when reduced.off > 0 then reduced.names else '' end as "offFor"
      from ticket t
      ${itsOrderAndPark}
      ${sql.raw(offOfLine("t"))}
      join ticket_type type on type.corp_code = t.corp_code and type.id = t.ticket_type_id
      left join print_template template
        on template.corp_code = type.corp_code and template.id = type.print_template_id and template.status = 'T'
      where t.order_id = ${orderId}
        and t.state not in ('refunded', 'voided', 'changed')
      order by t.id
    `,
  );
  const first = tickets.filter(({ prints }) => prints === 0);
  if (first.length === tickets.length || (await call.may("sale:reprint"))) return tickets;
  if (first.length === 0) throw new Forbidden(m.print_no_again());
  return first;
}

interface Used {
  ticketId: number;
  serial: string;
}

/** Numbers of rolls that somebody keeps come off the roll; of all others the first is said by whoever prints. */
async function blanksOf(
  call: Call,
  tickets: readonly Printed[],
  { first, orderNo }: { first: string; orderNo: string },
) {
  const keeper = blankKeeper();
  const items = await keeper.itemsOf(call, templatesIn(tickets));
  const itemOf = ({ templateId }: Printed) => items.get(templateId ?? 0);
  const typed = await serialsOf(
    call,
    tickets.filter((ticket) => itemOf(ticket) === undefined),
    first,
  );
  const taken: Used[] = [];
  for (const itemId of [...new Set(items.values())].sort((one, other) => one - other)) {
    const of = tickets.filter((ticket) => itemOf(ticket) === itemId);
    const numbers = await keeper.take(call, { itemId, orderNo, before: of.map(({ lastSerial }) => lastSerial) });
    taken.push(...of.map(({ id }, place) => ({ ticketId: id, serial: numbers[place] ?? "" })));
  }
  return [...typed, ...taken];
}

const templatesIn = (tickets: readonly { templateId: number | null }[]): number[] => [
  ...new Set(tickets.flatMap(({ templateId }) => (templateId === null ? [] : [templateId]))),
];

/** A blank for each ticket whose stock has numbers, one after another from the first that is said. */
async function serialsOf(call: Call, tickets: readonly Printed[], first: string): Promise<Used[]> {
  const taking = tickets.filter(({ takesSerial }) => takesSerial);
  if (taking.length === 0) return [];
  if (first === "") throw new Invalid({ serial: [m.print_serial_missing()] });
  const serials = serialsFrom(first, taking.length);
  if (!serials) {
    const message = /\d$/.test(first) ? m.print_serial_runs_out({ first, n: taking.length }) : m.print_serial_form();
    throw new Invalid({ serial: [message] });
  }
  const before = await firstOf<{ serial: string; ticketNo: string }>(
    call.db,
    sql`
      select l.serial, t.ticket_no as "ticketNo"
      from print_log l
      join ticket t on t.corp_code = l.corp_code and t.id = l.ticket_id
      where l.serial <> ''
        and l.serial in (select json_array_elements_text(${JSON.stringify(serials)}::json))
      order by l.serial
      limit 1
    `,
  );
  if (before) throw new Invalid({ serial: [m.print_serial_used(before)] });
  return taking.map(({ id }, place) => ({ ticketId: id, serial: serials[place] ?? "" }));
}

async function notePrints(call: Call, orderId: number, tickets: readonly Printed[], serials: readonly Used[]) {
  const { db, caller, now } = call;
  const used = new Map(serials.map(({ ticketId, serial }) => [ticketId, serial]));
  const rows = tickets.map(({ id }) => ({ id, serial: used.get(id) ?? "" }));
  await db.execute(sql`
    insert into print_log (at, order_id, ticket_id, account_id, account_name, serial)
    select ${now.toISOString()}::timestamptz, ${orderId}::bigint, one.id, ${caller.userId}::bigint, ${caller.name}, one.serial
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (id bigint, serial text)
  `);
}

/** How many blanks with numbers the order takes, and the one that lies on top of the caller's pile as far as we know. */
const serveNext = serve(nextSerial, async (call, { orderId }) => {
  await receiptOf(call, orderId);
  const found = await rowsOf<{ templateId: number; serials: boolean; count: number }>(
    call.db,
    sql`
      select template.id::float8 as "templateId", template.serials, count(*)::int as count
      from ticket t
      join ticket_type type on type.corp_code = t.corp_code and type.id = t.ticket_type_id
      join print_template template
        on template.corp_code = type.corp_code and template.id = type.print_template_id and template.status = 'T'
      where t.order_id = ${orderId}
        and t.state not in ('refunded', 'voided', 'changed')
      group by template.id, template.serials
    `,
  );
  const keeper = blankKeeper();
  const items = await keeper.itemsOf(call, templatesIn(found));
  const typed = found.filter(({ templateId, serials }) => serials && !items.has(templateId));
  const rolls: { item: string; next: string; left: number; count: number }[] = [];
  for (const itemId of new Set(items.values())) {
    const of = found.filter(({ templateId }) => items.get(templateId) === itemId);
    rolls.push({ ...(await keeper.next(call, itemId)), count: of.reduce((sum, { count }) => sum + count, 0) });
  }
  const last = await firstOf<{ serial: string }>(
    call.db,
    sql`
      select serial from print_log
      where account_id = ${call.caller.userId} and serial <> ''
      order by id desc
      limit 1
    `,
  );
  const next = last && serialsFrom(last.serial, 2)?.[1];
  return { count: typed.reduce((sum, { count }) => sum + count, 0), next: next || "", rolls };
});

export const printServed: Served[] = [servePrint, serveNext];
