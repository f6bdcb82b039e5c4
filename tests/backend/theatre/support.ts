/** A hall to test with: two seated areas, one without seats, prices, a show, and sessions. */
import { theatreArea, theatreZone } from "~/contract/theatre/area";
import { theatrePlan, theatrePlanText } from "~/contract/theatre/plan";
import { theatreHold, theatreMap, theatreSell } from "~/contract/theatre/sale";
import { theatreSession, theatreShow } from "~/contract/theatre/session";
import { theatreSettle } from "~/contract/theatre/settle";
import { theatreAreaTicket, theatreTemplate, theatreTemplateTicket } from "~/contract/theatre/template";
import { theatreHall, theatreVenue } from "~/contract/theatre/venue";
import type { TestBackend } from "~tests/support/backend";
import { fresh, today } from "~tests/support/park";

export const stalls = ["1 oooo_oooo A", "2 oooo_oooo A", "3 wpoo_oosx B oddEven"].join("\n");

export async function openTheatre(backend: TestBackend, parkId: number, plan = stalls) {
  const venueId = await backend.saved(theatreVenue.methods.save, {
    code: fresh("VN"),
    name: "水秀剧场",
    kind: "theatre",
    parkId,
    place: null,
  });
  const hallId = await backend.saved(theatreHall.methods.save, {
    code: fresh("H"),
    name: "一号厅",
    venueId,
    cleaning: 20,
  });
  const zone = (code: string, name: string) =>
    backend.saved(theatreZone.methods.save, { code, name, hallId, tint: "blue" });
  const zoneA = await zone("A", "甲票");
  const zoneB = await zone("B", "乙票");
  const area = (fields: object) =>
    backend.saved(theatreArea.methods.save, {
      hallId,
      kind: "seats",
      zoneId: zoneA,
      capacity: null,
      sort: 1,
      ...fields,
    });
  const areaId = await area({ name: "池座" });
  const lawnId = await area({ name: "草坪", kind: "unseated", zoneId: zoneB, capacity: 5, sort: 2 });
  await putPlan(backend, areaId, plan);
  const templateId = await backend.saved(theatreTemplate.methods.save, { name: "标准", hallId });
  const prices = [
    { zoneId: zoneA, price: 8_000 },
    { zoneId: zoneB, price: 5_000 },
  ];
  const templateTicketId = await backend.saved(theatreTemplateTicket.methods.save, { name: "平日票", hallId, prices });
  const areaTicketId = await backend.saved(theatreAreaTicket.methods.save, {
    ...{ name: "草坪票", hallId, prices: [{ areaId: lawnId, price: 3_000 }] },
  });
  const showId = await backend.saved(theatreShow.methods.save, {
    ...{ code: fresh("SH"), name: "青云水秀", kind: "show", minutes: 60, introduction: null },
  });
  const sessionFields = (fields: object = {}) => ({
    ...{ showId, templateId, day: today, time: "19:30", templateTicketId, areaTicketId },
    ...{ saleFrom: null, saleUntil: null, noGaps: false, ...fields },
  });
  const addSession = (fields: object = {}) => backend.saved(theatreSession.methods.save, sessionFields(fields));
  return {
    venueId,
    hallId,
    zoneA,
    zoneB,
    areaId,
    lawnId,
    templateId,
    templateTicketId,
    areaTicketId,
    showId,
    sessionFields,
    addSession,
  };
}
export type Theatre = Awaited<ReturnType<typeof openTheatre>>;

export async function putPlan(backend: TestBackend, areaId: number, text: string) {
  const { data } = await backend.call(theatrePlan, { areaId });
  const reply = await backend.call(theatrePlanText, { areaId, version: data.area?.version ?? 0, text, arc: 0 });
  if (!reply.success) throw new Error(JSON.stringify(reply));
  return reply.data;
}

export const mapOf = async (backend: TestBackend, sessionId: number, as = backend.admin) => {
  const reply = await backend.call(theatreMap, { sessionId }, { as });
  if (!reply.success) throw new Error(JSON.stringify(reply));
  return reply.data;
};

/** The id of a seat by `row/number`. */
export async function seatIds(backend: TestBackend, sessionId: number, ...names: string[]): Promise<number[]> {
  const { rows } = await mapOf(backend, sessionId);
  return names.map((name) => {
    const [row, number] = name.split("/");
    const seat = rows.find((one) => one.name === row)?.seats.find((one) => one.number === number);
    if (!seat) throw new Error(`no seat ${name}`);
    return seat.id;
  });
}

export const hold = (backend: TestBackend, sessionId: number, ids: number[], as = backend.admin, more: object = {}) =>
  backend.call(theatreHold, { sessionId, seatIds: ids, ...more }, { as });

export const sell = (backend: TestBackend, sessionId: number, as = backend.admin, more: object = {}) =>
  backend.call(
    theatreSell,
    { idempotencyKey: fresh("theatre-key"), sessionId, areas: [], paymentType: "cash", ...more },
    { as },
  );

/** Someone who sells. */
export const seller = async (backend: TestBackend, ...more: string[]) =>
  (await backend.createUser({ grants: ["seatSale", "seatSale/seatSale:sell", ...more] })).token;

/** Cancels a session with a refund of all, or with a move to another where `fields` names one. */
export const settle = (backend: TestBackend, sessionId: number, fields: object = {}, as = backend.admin) =>
  backend.call(theatreSettle, { sessionId, idempotencyKey: fresh("settle-key"), reason: "停电", ...fields }, { as });

/** All seats that are left, in one stroke, as tickets of an order that is there. */
export const sellAll = (backend: TestBackend, sessionId: number, orderId: number, templateId: number) =>
  backend.sql(
    `insert into theatre_ticket (corp_code, ticket_no, session_id, template_area_id, seat_id, label, zone, order_id, line_id, price)
     select '0001', 'BULK-' || s.id, $1, s.template_area_id, s.id, s.row_name, s.zone, $2, t.line_id, 0
     from theatre_seat s, (select line_id from theatre_ticket where order_id = $2 limit 1) t
     where s.template_id = $3
       and not exists (select 1 from theatre_ticket o where o.session_id = $1 and o.seat_id = s.id)`,
    [sessionId, orderId, templateId],
  );
