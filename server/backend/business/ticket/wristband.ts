/** Wristbands: handed out for tickets at a desk, given back, lost; and which ticket one stands for at a gate. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { type Recognised, recognise } from "~/contract/ticket/gate-rules/code";
import { bindWristbands, wristband as resource, wristbandDesk } from "~/contract/ticket/wristband";
import { wristbandsMost } from "~/contract/ticket/wristband-bounds";
import { businessDay, stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { prepared } from "../../kernel/prepared";
import { finderOf, recordsOf } from "../../kernel/record-finder";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import { ofEverybody } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { tellMoments } from "../../kernel/time-line";
import { joinOrder } from "../order/query-parts";
import { keyOf, lockTickets, ticketsOfCodes } from "./check-store";
import { standsForOther } from "./other-codes";
import { parkReference } from "./park";
import { recogniseAt } from "./signed-codes";
import { wristband as table } from "./visit-schema";

const own = sql`current_setting('app.corp_code')`;

/** The device that keeps tickets for a day without a line fetches what changed of them. */
const touch = `update ticket set used = used where corp_code = current_setting('app.corp_code') and id = any ($1::bigint[])`;

async function end({ db, caller, now }: Call, { ticketId }: { ticketId: number }) {
  await prepared(db, touch, [[ticketId]]);
  return { set: { endedAt: stamp(now), endedBy: caller.name } };
}

const commands: CommandsBackend<typeof resource> = { giveBack: end, lose: end };

interface Wearable {
  id: number;
  ticketNo: string;
  orderNo: string;
  ticketTypeName: string;
  visitDay: string;
  validTo: string;
  holderName: string;
  parkId: number;
  state: string;
  admissions: number;
  bands: { id: number; code: string }[];
}

/** `$1` the tickets. */
const wearables = `
  select t.id::float8 as id, t.ticket_no as "ticketNo", o.order_no as "orderNo", t.ticket_type_name as "ticketTypeName",
         t.visit_day::text as "visitDay", t.valid_to::text as "validTo", t.holder_name as "holderName",
         t.park_id::float8 as "parkId", t.state, t.admissions,
         coalesce((
           select json_agg(json_build_object('id', w.id, 'code', w.code) order by w.id)
           from wristband w
           where w.corp_code = t.corp_code and w.ticket_id = t.id and w.state = 'bound'
         ), '[]') as bands
  from ticket t
  ${joinOrder("t")}
  where t.id = any ($1::bigint[])
  order by t.id
`;

const wearablesOf = ({ db }: Pick<Call, "db">, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : prepared<Wearable>(db, wearables, [ids]);

/** Why a ticket is given no wristband; "" where it may be. */
function whyNot({ state, validTo, admissions, bands }: Wearable, today: string): string {
  if (state !== "issued" && state !== "partlyUsed") return m.wristband_ticket_over();
  if (validTo < today) return m.wristband_ticket_past({ day: validTo });
  return bands.length >= admissions ? m.wristband_all_bound({ n: bands.length }) : "";
}

const desk = serve(wristbandDesk, async (call, { of }) => {
  const code = await recogniseAt(call.db, call.caller.corpCode, of);
  const found = await ticketsOfCodes(call.db, [{ code, now: call.now }]);
  const its = found.get(keyOf(code)) ?? [];
  const band = its.length > 0 ? null : await boundTicket(call.db, code, call.now);
  const ids = band === null ? its : [band];
  if (ids.length === 0) throw new Invalid({ of: [m.wristband_nothing_found()] });
  const today = businessDay(call.now);
  const tickets = await wearablesOf(call, ids.slice(0, wristbandsMost + 1));
  const [first] = tickets;
  if (!first) throw new NotFound();
  return {
    orderNo: first.orderNo,
    tickets: tickets.slice(0, wristbandsMost).map((ticket) => {
      const { id, ticketNo, ticketTypeName, visitDay, holderName, admissions, bands } = ticket;
      const no = whyNot(ticket, today);
      const room = no === "" ? Math.max(0, admissions - bands.length) : 0;
      return { id, ticketNo, ticketTypeName, visitDay, holderName, room, bands, whyNot: no };
    }),
    more: tickets.length > wristbandsMost,
  };
});

type Asked = ParsedPayloadOf<typeof bindWristbands>["codes"][number];

/** What a band says, as gates read it. */
const readCode = (text: string) => recognise(text).value;

const bind = serve(bindWristbands, async (call, { codes: asked }) => {
  const { db, caller, now } = call;
  const codes = asked.map(({ ticketId, code }) => ({ ticketId, code: readCode(code) }));
  const wrong = await ofEverybody(call, async () => {
    await db.execute(apartFromCards("_shared"));
    await freeForgotten(call, codes);
    return wrongCodes(call, codes);
  });
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
  const ids = [...new Set(codes.map(({ ticketId }) => ticketId))];
  // Under the locks of their orders, so that no ticket is given back while it is given a band.
  await lockTickets(db, ids);
  const tickets = await wearablesOf(call, ids);
  const today = businessDay(now);
  const errors: Record<string, string[]> = {};
  for (const [place, { ticketId }] of codes.entries()) {
    const ticket = tickets.find(({ id }) => id === ticketId);
    if (!ticket) throw new NotFound();
    const no = whyNot(ticket, today);
    if (no) errors[`codes.${place}`] = [no];
    ticket.bands.push({ id: 0, code: "" });
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const rows = codes.map(({ ticketId, code }) => {
    const { ticketNo, ticketTypeName, parkId } = tickets.find(({ id }) => id === ticketId) as Wearable;
    return { code, ticketId, ticketNo, ticketTypeName, parkId, boundBy: caller.name };
  });
  const bound = await rowsOf<{ id: number }>(
    db,
    sql`
      insert into wristband (code, ticket_id, ticket_no, ticket_type_name, park_id, bound_at, bound_by)
      select r.code, r."ticketId", r."ticketNo", r."ticketTypeName", r."parkId", ${now.toISOString()}::timestamptz, r."boundBy"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(code text, "ticketId" bigint, "ticketNo" text, "ticketTypeName" text, "parkId" bigint, "boundBy" text)
      on conflict do nothing
      returning id
    `,
  );
  // Another desk was quicker with one of them.
  if (bound.length < rows.length) throw new Refusal(m.wristband_just_taken());
  await prepared(db, touch, [ids]);
  const [{ id: thingId, ticketNo: label }] = tickets as [Wearable];
  const after = { bound: rows.length, codes: rows.map(({ code }) => code).join("、") };
  call.audit({ thing: "ticket", thingId, label, after });
  return { bound: rows.length };
});

/** Cards that come in take their numbers in turn with whoever binds wristbands: of one number the second is told. */
const apartFromCards = (how: "" | "_shared") =>
  sql.raw(`select pg_advisory_xact_lock${how}(hashtext('numbers of wristbands ' || current_setting('app.corp_code')))`);

/** Of numbers that become cards', those that a wristband has in use. Until the transaction ends nobody binds another. */
export async function boundAmong(call: Call, numbers: readonly string[]): Promise<Set<string>> {
  await call.db.execute(apartFromCards(""));
  const codes = new Map(numbers.map((number) => [readCode(number), number]));
  const rows = await ofEverybody(call, () => prepared<{ code: string }>(call.db, boundOf, [[...codes.keys()]]));
  return new Set(rows.flatMap(({ code }) => codes.get(code) ?? []));
}

const boundOf = `
  select code from wristband
  where corp_code = current_setting('app.corp_code') and state = 'bound' and code = any ($1::text[])
`;

/** A band that nobody took back goes on to the next once its ticket admits nobody any more. */
async function freeForgotten({ db, now }: Call, codes: readonly Asked[]): Promise<void> {
  await db.execute(sql`
    update wristband w
    set state = 'returned', ended_at = ${now.toISOString()}::timestamptz, ended_by = '', row_version = w.row_version + 1
    from ticket t
    where w.corp_code = ${own} and w.state = 'bound' and w.code = any (${sql.param(codes.map(({ code }) => code))}::text[])
      and t.corp_code = w.corp_code and t.id = w.ticket_id
      and (t.valid_to < ${businessDay(now)}::date or t.state in ('refunded', 'changed', 'voided', 'expired'))
  `);
}

/** By place, what is wrong with a code before it is looked at which ticket it is for. */
async function wrongCodes(call: Call, codes: readonly Asked[]): Promise<Record<string, string[]>> {
  const errors: Record<string, string[]> = {};
  const taken = await rowsOf<{ code: string; ticketNo: string }>(
    call.db,
    sql`
      select code, ticket_no as "ticketNo"
      from wristband
      where corp_code = ${own} and state = 'bound' and code = any (${sql.param(codes.map(({ code }) => code))}::text[])
    `,
  );
  for (const [place, { code }] of codes.entries()) {
    const at = `codes.${place}`;
    const there = taken.find((one) => one.code === code);
    const { kind } = recognise(code);
    if (code.length < 4) errors[at] = [m.wristband_code_short()];
    else if (kind !== "unknown" && kind !== "identity") errors[at] = [m.wristband_code_of_ticket()];
    else if (there) errors[at] = [m.wristband_code_taken({ ticket: there.ticketNo })];
    else if (codes.findIndex((one) => one.code === code) < place) errors[at] = [m.wristband_code_twice()];
    else if (await standsForOther(call, code)) errors[at] = [m.wristband_code_of_card()];
  }
  return errors;
}

const boundTo = `
  select ticket_id::float8 as id
  from wristband
  where corp_code = current_setting('app.corp_code')
    and code = $1
    -- A gate's clock and this one's are minutes apart at most.
    and bound_at <= $2::timestamptz + interval '5 minutes'
    and (ended_at is null or ended_at > $2::timestamptz)
  order by bound_at desc
  limit 1
`;

/** The ticket that a band stood for at that moment; null where the code was no band then. */
async function boundTicket(db: Call["db"], { value }: Recognised, at: Date, statement = boundTo) {
  const [found] = await prepared<{ id: number }>(db, statement, [value, at]);
  return found?.id ?? null;
}

/** As its gate asks: a loss that is reported meanwhile comes before the passage or after it, never between. */
export const wornTicket = (db: Call["db"], code: Recognised, at: Date) =>
  boundTicket(db, code, at, `${boundTo} for share`);

dependsOn("park", { table, by: table.parkId, name: table.code, words: m.wristband_of_park });

export const wristbandServed: Served[] = [
  ...serveResource(resource, { table, references: { parkId: parkReference }, commands }),
  desk,
  bind,
];

export const findsWristbands = finderOf({
  ...recordsOf(resource),
  title: m.wristband_list,
  match: (sought) => sql`w.code = ${readCode(sought.text)}`,
  from: sql`wristband w`,
  letter: "w",
  name: sql`w.code`,
  hints: [sql`w.ticket_type_name`, { value: sql`w.state`, dictionary: "wristbandState" }, sql`w.ticket_no`],
  to: ({ name }) => `/ticket/wristbandList?code=${encodeURIComponent(name)}`,
});

interface Life extends Record<"code" | "state" | "boundAt" | "boundBy", string> {
  endedAt: string | null;
  endedBy: string | null;
}

tellMoments(
  "ticket",
  "wristbands",
  async ({ db }, ticketId, most) => {
    const rows = await rowsOf<Life>(
      db,
      sql`
      select code, state, bound_at as "boundAt", bound_by as "boundBy", ended_at as "endedAt", ended_by as "endedBy"
      from wristband
      where corp_code = ${own} and ticket_id = ${ticketId}
      order by id desc
      limit ${most}
    `,
    );
    return rows.flatMap(({ code, state, boundAt, boundBy, endedAt, endedBy }) => {
      const bound = { at: new Date(boundAt), by: boundBy, title: m.log_wristband_bound({ by: boundBy, code }) };
      if (endedAt === null) return [bound];
      const lost = state === "lost";
      const by = endedBy || m.timeline_system();
      const title = lost ? m.log_wristband_lost({ by, code }) : m.log_wristband_returned({ by, code });
      return [{ at: new Date(endedAt), by, title, tone: lost ? "bad" : "calm" } as const, bound];
    });
  },
  ["bound"],
);
