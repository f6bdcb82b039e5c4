/** A session goes over to another version of its hall's plan: what is taken survives, or nothing changes and it is said why. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatrePreselect, theatreSetAside } from "~/contract/theatre/preselect";
import { theatreReplan, theatreReplanForm } from "~/contract/theatre/replan";
import { theatreBlock, theatreMark } from "~/contract/theatre/sale";
import { theatreTemplate } from "~/contract/theatre/template";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { hold, mapOf, openTheatre, putPlan, seatIds, sell, seller, settle, stalls, type Theatre } from "./support";

let backend: TestBackend;
let house: Theatre;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  house = await openTheatre(backend, parkId);
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const version = async (plan: string) => {
  await putPlan(backend, house.areaId, plan);
  const id = await backend.saved(theatreTemplate.methods.save, { name: "改版", hallId: house.hallId });
  await putPlan(backend, house.areaId, stalls);
  return id;
};
const replan = (sessionId: number, templateId: number, as = backend.admin) =>
  backend.call(theatreReplan, { sessionId, templateId, idempotencyKey: fresh("replan-key") }, { as });
const preview = async (sessionId: number, templateId: number) =>
  (await backend.call(theatreReplanForm, { sessionId, templateId })).data.preview;
const templateOf = async (sessionId: number) =>
  (
    await backend.sql<{ id: number }>("select template_id::int as id from theatre_session where id = $1", [sessionId])
  )[0]?.id;

test("what is sold, held, set aside and blocked goes along by area, row and number; sold tickets keep their price", async () => {
  const sessionId = await house.addSession({ day: "2026-12-01" });
  await hold(backend, sessionId, await seatIds(backend, sessionId, "1/1", "2/2"));
  const sold = await sell(backend, sessionId, backend.admin, {
    areas: [{ areaId: await lawn(sessionId), quantity: 2 }],
  });
  const other = await seller(backend);
  await hold(backend, sessionId, await seatIds(backend, sessionId, "1/5"), other);
  const preselectId = await backend.saved(theatrePreselect.methods.save, {
    ...{
      name: "旅行社",
      kind: "group",
      sessionId,
      contact: null,
      mobile: null,
      until: "2026-11-30 12:00:00",
      remark: null,
    },
  });
  await backend.call(theatreSetAside, { preselectId, seatIds: await seatIds(backend, sessionId, "2/5") });
  await backend.call(theatreBlock, {
    sessionId,
    seatIds: await seatIds(backend, sessionId, "2/8", "1/8"),
    block: true,
  });
  const mark = async () => (await backend.call(theatreMark, { sessionId })).data.mark;
  const before = await mark();
  // A row in front, 2 排 in the other zone, 1/8 gone: it was only blocked.
  const next = await version("0 oooo A\n1 oooo_ooo A\n2 oooo_oooo B\n3 wpoo_oosx B oddEven");
  expect(await preview(sessionId, next)).toEqual({
    ...{ templateId: next, sold: 2, held: 1, aside: 1, blocked: 2, loose: 2, lost: [], more: 0 },
  });
  const reply = await replan(sessionId, next);
  expect([reply.message, reply.data]).toEqual(["", { seats: 6 }]);
  const map = await mapOf(backend, sessionId);
  const state = (row: string, number: string) =>
    map.rows.find(({ name }) => name === row)?.seats.find((seat) => seat.number === number)?.state;
  expect(map.rows.map(({ name }) => name)).toEqual(["0", "1", "2", "3"]);
  expect([
    state("1", "1"),
    state("2", "2"),
    state("1", "5"),
    state("2", "5"),
    state("2", "8"),
    state("0", "1"),
  ]).toEqual([...["sold", "sold", "held", "aside", "blocked", "free"]]);
  expect(await mark()).not.toBe(before);
  const tickets = await backend.sql("select label, price::int from theatre_ticket where order_id = $1 order by id", [
    sold.data.orderId,
  ]);
  expect(tickets.map(({ label, price }) => [label, price])).toEqual([
    ["池座 1排1座", 8_000],
    ["池座 2排2座", 8_000],
    ["草坪", 3_000],
    ["草坪", 3_000],
  ]);
  // The hold is sold at what its seat costs, as ever; a place on the lawn has its price still.
  const [area] = await backend.sql<{ id: number }>(
    "select template_area_id::int as id from theatre_room where session_id = $1",
    [sessionId],
  );
  const more = await sell(backend, sessionId, other, { areas: [{ areaId: area?.id, quantity: 1 }] });
  expect([more.message, more.data.payable]).toEqual(["", 11_000]);
  await checkInvariants(backend);
  // And back: what the old plan has as well.
  expect((await replan(sessionId, house.templateId)).success).toBe(true);
  await checkInvariants(backend);
});

const lawn = async (sessionId: number): Promise<number> =>
  Number(
    (await backend.sql("select template_area_id from theatre_room where session_id = $1", [sessionId]))[0]
      ?.template_area_id,
  );

test("with one seat that would not survive nothing changes, and each is named with the reason", async () => {
  const sessionId = await house.addSession({ day: "2026-12-02" });
  await hold(backend, sessionId, await seatIds(backend, sessionId, "1/1", "1/8", "3/7", "3/5"));
  await sell(backend, sessionId, backend.admin, { areas: [{ areaId: await lawn(sessionId), quantity: 4 }] });
  await backend.sql("update theatre_area set capacity = 3 where id = $1", [house.lawnId]);
  const next = await version("1 oooo_ooox A\n3 oooo_oosx B oddEven\n2 oooo A 2,3,4,5");
  await backend.sql("update theatre_area set capacity = 5 where id = $1", [house.lawnId]);
  expect((await preview(sessionId, next))?.lost).toEqual([
    "池座 1排8座：新图里是不售座",
    "池座 3排7座：新图里不是轮椅位或陪护座",
    "池座 3排5座：新图里不是轮椅位或陪护座",
    "草坪：已占 4 位，新图只有 3 位",
  ]);
  const places = () => backend.sql("select * from theatre_place where session_id = $1 order by seat_id", [sessionId]);
  const before = [await places(), await templateOf(sessionId)];
  const reply = await replan(sessionId, next);
  expect([reply.status, reply.message.slice(0, 13)]).toEqual([409, "有 4 处无法对应，未更换：".slice(0, 13)]);
  expect([await places(), await templateOf(sessionId)]).toEqual(before);
  const gone = await version("3 wpoo_oosx B oddEven");
  expect((await replan(sessionId, gone)).message).toContain("池座 1排1座：新图没有这个座位");
});

test("refused: a hall's other template that is off, another hall's, the same, a cancelled session, another tenant, no right", async () => {
  const sessionId = await house.addSession({ day: "2026-12-03" });
  const next = await version("1 oooo A");
  const other = await openTheatre(backend, (await createPark(backend)).parkId);
  expect((await replan(sessionId, other.templateId)).status).toBe(422);
  expect((await replan(sessionId, house.templateId)).status).toBe(422);
  await backend.call(theatreTemplate.methods.suspend, { id: next });
  expect((await replan(sessionId, next)).status).toBe(422);
  await backend.call(theatreTemplate.methods.resume, { id: next });
  const { token } = await backend.createUser({ grants: ["sessionList"] });
  expect((await replan(sessionId, next, token)).status).toBe(403);
  expect((await replan(sessionId, next, await backend.createCorp("0092"))).status).toBe(404);
  await settle(backend, sessionId);
  expect((await replan(sessionId, next)).status).toBe(409);
  expect(await templateOf(sessionId)).toBe(house.templateId);
});

test("an area that is renamed is the same area: its tickets say the new name", async () => {
  const sessionId = await house.addSession({ day: "2026-12-04" });
  await hold(backend, sessionId, await seatIds(backend, sessionId, "1/1"));
  await sell(backend, sessionId);
  await backend.sql("update theatre_area set name = '前区' where id = $1", [house.areaId]);
  const next = await version(stalls);
  await backend.sql("update theatre_area set name = '池座' where id = $1", [house.areaId]);
  expect((await replan(sessionId, next)).success).toBe(true);
  expect(await backend.sql("select label from theatre_ticket where session_id = $1", [sessionId])).toEqual([
    { label: "前区 1排1座" },
  ]);
});

test.runIf(raceIsReal)(
  "while it changes, others hold and sell: each seat stays with whom it was, in one plan",
  {
    timeout: 120_000,
  },
  async () => {
    const sessionId = await house.addSession({ day: "2026-12-05" });
    const next = await version(`0 oooo A\n${stalls}`);
    const people = await Promise.all(Array.from({ length: 8 }, () => seller(backend)));
    const seats = ["1/1", "1/2", "1/3", "1/4", "1/5", "1/6", "1/7", "1/8"];
    const ids = await seatIds(backend, sessionId, ...seats);
    for (const [place, person] of people.entries()) await hold(backend, sessionId, [ids[place] ?? 0], person);
    const all = await race(backend, 9, async (place) => {
      const reply = place === 8 ? await replan(sessionId, next) : await sell(backend, sessionId, people[place] ?? "");
      return reply.success;
    });
    expect(all).toEqual(Array(9).fill(true));
    const strays = await backend.sql(
      `select 1 from theatre_place p join theatre_seat s on s.corp_code = p.corp_code and s.id = p.seat_id
     where p.session_id = $1 and s.template_id <> $2`,
      [sessionId, next],
    );
    expect([strays, await templateOf(sessionId)]).toEqual([[], next]);
    const labels = await backend.sql<{ label: string }>("select label from theatre_ticket where session_id = $1", [
      sessionId,
    ]);
    expect(labels.map(({ label }) => label).sort()).toEqual(seats.map((seat) => `池座 1排${seat.slice(2)}座`));
    await checkInvariants(backend);
  },
);
