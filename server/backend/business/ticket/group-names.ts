/** Names of a group's real-name tickets: a list for each type, judged as a sale would judge it, all of it taken or nothing. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { groupStates } from "~/contract/ticket/group-booking";
import { groupMost } from "~/contract/ticket/group-bounds";
import { groupNames, groupNamesAbsent, groupNamesSave } from "~/contract/ticket/group-names";
import type { Table } from "../../imports/read-table";
import { sentName, sentTable } from "../../imports/sent-file";
import { businessDay } from "../../kernel/business-time";
import { maskIdentity } from "../../kernel/mask";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Before, type Call, type Served, serve, serveAfter } from "../../kernel/served";
import { type GroupBooking, groupCart } from "./group-booking";
import { closedWhyNot, namesDueOf, sayNames } from "./group-due";
import { pastedText } from "./group-file";
import { type Listed, listedOf } from "./group-holders";
import { namesNeeded, namingOf } from "./group-named";
import { restrictedAmong } from "./restricted-visitor";
import { concessionsOf } from "./sale-concession";
import { documentWhyNot, type Visitor, visitorsBeyondLimit } from "./sale-visitors";

type Booking = Pick<GroupBooking, "id" | "bookingNo" | "visitDay" | "slot" | "customerGroup" | "agencyId"> & {
  organisation: string;
  state: (typeof groupStates)[number];
};

async function bookingById(call: Call, id: number): Promise<Booking> {
  const row = await firstOf<Booking>(
    call.db,
    sql`
      select id::float8 as id, booking_no as "bookingNo", organisation, visit_day as "visitDay", state, slot,
             customer_group as "customerGroup", agency_id as "agencyId"
      from group_booking
      where id = ${id}
    `,
  );
  if (!row) throw new NotFound();
  return row;
}

/** Whoever settles or cancels it at the same moment goes first, or waits. */
async function bookingLocked(call: Call, id: number): Promise<Booking> {
  await call.db.execute(sql`select id from group_booking where id = ${id} for update`);
  const booking = await bookingById(call, id);
  const no = whyNotNow(call, booking);
  if (no) throw new Refusal(no);
  return booking;
}

function whyNotNow({ now }: Call, { state, visitDay }: Booking): string {
  if (state === "settled" || state === "cancelled") return m.group_over();
  return visitDay < businessDay(now) ? m.group_names_past() : "";
}

/** Types of a booking that are sold by name, with how many names they need. */
const namedTypes = (call: Call, id: number) =>
  rowsOf<{
    ticketTypeId: number;
    name: string;
    realName: "perOrder" | "perTicket";
    documents: Visitor["document"][];
    needed: number;
    /** That one ticket of it names. */
    each: number;
  }>(
    call.db,
    sql`
      select l.ticket_type_id::float8 as "ticketTypeId", t.name, naming.rule as "realName", t.documents,
             naming.people as each, ${namesNeeded(sql`coalesce(a.arrived, l.quantity)`)} as needed
      from group_booking_line l
      join ticket_type t on t.corp_code = l.corp_code and t.id = l.ticket_type_id
      left join group_booking_arrival a
        on a.corp_code = l.corp_code and a.booking_id = l.group_booking_id and a.ticket_type_id = l.ticket_type_id
      cross join ${namingOf}
      where l.group_booking_id = ${id} and naming.rule <> 'none'
      order by l.position
    `,
  );

/** Read before the transaction: a file takes its time, and holds nothing meanwhile. */
async function readAhead({ store }: Before, { path }: { path?: string | undefined }): Promise<Table | string | null> {
  if (path === undefined) return null;
  try {
    return await sentTable(store, path);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const look = serveAfter(groupNames, readAhead, async (call, { id, path }, read) => {
  const { bookingNo, organisation, visitDay, state, ...booking } = await bookingById(call, id);
  const types = await namedTypes(call, id);
  const people = await listedOf(call, id);
  const names = (await namesDueOf(call, [id])).get(id);
  return {
    ...{ id, bookingNo, organisation, visitDay, state },
    whyNot: whyNotNow(call, { bookingNo, organisation, visitDay, state, ...booking }),
    closed: names && !(await call.may("groupBooking:namesLate")) ? closedWhyNot(names, call.now) : "",
    namesSay: names ? sayNames(names, call.now) : "",
    types: types.map(({ each: _, ...type }) => ({
      ...type,
      people: people
        .filter(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId)
        .map(({ id, name, document, country, identity, absent }) => ({
          ...{ id, name, document, country, absent },
          identity: maskIdentity(identity),
        })),
    })),
    file: path === undefined || read === null ? null : await fileOf(call, path, read),
  };
});

/** Whoever did not send it learns nothing of what is in it. */
async function fileOf(call: Call, path: string, read: Table | string) {
  if ((await sentName(call, path)) === null) return { problem: m.imports_file_gone(), text: "" };
  if (typeof read === "string") return { problem: read, text: "" };
  if (read.rows.length > groupMost) return { problem: m.imports_too_many_rows({ n: groupMost }), text: "" };
  return { problem: "", text: pastedText(read) };
}

const save = serve(groupNamesSave, async (call, { id, ticketTypeId, keep, visitors }) => {
  const booking = await bookingLocked(call, id);
  const names = (await namesDueOf(call, [id])).get(id);
  const late = names ? closedWhyNot(names, call.now) : "";
  if (late && !(await call.may("groupBooking:namesLate"))) throw new Refusal(late);
  const type = (await namedTypes(call, id)).find((one) => one.ticketTypeId === ticketTypeId);
  if (!type) throw new Invalid({ ticketTypeId: [m.group_names_no_type()] });
  const there = keep ? (await listedOf(call, id)).filter((one) => one.ticketTypeId === ticketTypeId) : [];
  if (there.length + visitors.length > groupMost) throw new Invalid({ "": [m.group_names_most({ n: groupMost })] });
  await refuseWrong(call, booking, type, there, visitors);
  if (!keep)
    await call.db.execute(sql`delete from group_visitor where booking_id = ${id} and ticket_type_id = ${ticketTypeId}`);
  const from = Math.max(-1, ...there.map(({ position }) => position)) + 1;
  const rows = visitors.map((visitor, place) => ({ position: from + place, ...visitor }));
  await call.db.execute(sql`
    insert into group_visitor (booking_id, ticket_type_id, position, name, document, country, identity)
    select ${id}::bigint, ${ticketTypeId}::bigint, v.position, v.name, v.document, v.country, v.identity
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as v (position int, name text, document text, country text, identity text)
  `);
  const listed = there.length + visitors.length;
  call.audit({
    thing: "groupBooking",
    thingId: id,
    label: booking.organisation,
    after: { listed, ...(late && { late: true }) },
  });
  return { listed };
});

/** What a sale of these tickets to these people would be refused for, each beside the row that it is about. */
async function refuseWrong(
  call: Call,
  booking: Booking,
  { ticketTypeId, each }: { ticketTypeId: number; each: number },
  there: readonly Listed[],
  visitors: readonly Visitor[],
): Promise<void> {
  const all: Visitor[] = [...there, ...visitors];
  const cart = await groupCart(call, booking, [{ ticketTypeId, quantity: Math.ceil(all.length / each) }]);
  const [asked] = cart.asked;
  if (!asked) throw new Invalid({ ticketTypeId: [m.group_names_no_type()] });
  const wrong: Record<string, string[]> = {};
  const say = (place: number, field: string, message: string) => {
    // Of two that were there before and are one too many with a new one, the new one is told.
    const row = Math.max(0, place - there.length);
    wrong[`visitors.${row}.${field}`] ??= [message];
  };
  all.forEach((visitor, place) => {
    if (place < there.length) return;
    if (visitor.name === "") say(place, "name", m.r_visitor_name());
    const no = documentWhyNot(asked.type, visitor);
    if (no) say(place, "document", no);
  });
  const perTicket = asked.type.realName === "perTicket";
  const people = perTicket ? all : all.slice(0, 1);
  const beyond = await ofEverybody(call, () => visitorsBeyondLimit(call, cart, people));
  const restricted = await restrictedAmong(call, all);
  const conceded = perTicket ? concessionsOf({ ...cart, reduced: [] }, people, []).wrong : [];
  for (const { place, message } of [...restricted, ...conceded, ...beyond]) say(place, "identity", message);
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
}

const absent = serve(groupNamesAbsent, async (call, { id, absent: gone }) => {
  const booking = await bookingLocked(call, id);
  const known = (await listedOf(call, id)).map((one) => one.id);
  if (gone.some((one) => !known.includes(one))) throw new NotFound();
  await call.db.execute(sql`
    update group_visitor
    set absent = (id = any (${sql.param([...gone])}::bigint[]))
    where booking_id = ${id}
  `);
  const present = known.length - new Set(gone).size;
  call.audit({ thing: "groupBooking", thingId: id, label: booking.organisation, after: { present } });
  return { present };
});

export const groupNamesServed: Served[] = [look, save, absent];
