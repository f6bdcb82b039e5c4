/** Plans, templates and sessions: what is refused, what is kept, and what a hall can hold at a time. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { theatreArea, theatreUnseated, theatreZone } from "~/contract/theatre/area";
import {
  theatrePlan,
  theatrePlanFile,
  theatrePlanRead,
  theatrePlanText,
  theatrePlanUndo,
  theatreRowsMake,
  theatreSeatsChange,
} from "~/contract/theatre/plan";
import { seatingPlan } from "~/contract/theatre/plan-json";
import { writePlan } from "~/contract/theatre/plan-text";
import { theatreSeries, theatreSeriesForm, theatreSession } from "~/contract/theatre/session";
import { theatreTemplate } from "~/contract/theatre/template";
import { theatreHall, theatreVenueParks } from "~/contract/theatre/venue";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";
import { picture, send } from "../files/uploading";
import { hold, mapOf, openTheatre, putPlan, seatIds, sell, settle, stalls, type Theatre } from "./support";

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

const plan = async () => {
  const { data } = await backend.call(theatrePlan, { areaId: house.areaId });
  if (!data.area) throw new Error("no plan");
  return data.area;
};

describe("plans", () => {
  test("2.3k.5 what went in as text comes out the same, and as a seating plan of schema 0.0.1", async () => {
    expect(writePlan((await plan()).rows)).toBe(stalls);
    const { data } = await backend.call(theatrePlanFile, { areaId: house.areaId });
    const file = seatingPlan.parse(JSON.parse(data.text));
    expect(file.zones.map(({ name, rows }) => [name, rows.length])).toEqual([["池座", 3]]);
    expect(file.categories.map(({ name }) => name)).toEqual(["甲票", "乙票"]);
    const { version } = await plan();
    const back = await backend.call(theatrePlanRead, { areaId: house.areaId, version, text: data.text });
    expect(back.data.seats).toBe(24);
    // Kinds are not part of that schema: seats that are there keep theirs, and new ones are normal.
    expect(writePlan((await plan()).rows)).toBe(stalls);
    await putPlan(backend, house.areaId, "1 oo A");
    const anew = { areaId: house.areaId, version: (await plan()).version, text: data.text };
    expect((await backend.call(theatrePlanRead, anew)).data.seats).toBe(24);
    expect(writePlan((await plan()).rows)).toBe(stalls.replace("wpoo_oosx", "oooo_oooo"));
    await putPlan(backend, house.areaId, stalls);
  });

  test("what is wrong is told by row and seat, and nothing of it is kept", async () => {
    const { version } = await plan();
    const put = (text: string) => backend.call(theatrePlanText, { areaId: house.areaId, version, text, arc: 0 });
    expect((await put("1 oq A\n1 oo Z")).errors?.text).toEqual([
      "第 1 排第 2 位：无法识别“q”",
      "第 1 排重复",
      "第 1 排 1 座：没有票价区“Z”",
      "第 1 排 2 座：没有票价区“Z”",
    ]);
    expect((await put("1 ooo A 1,2")).errors?.text).toEqual(["第 1 排：座位与座号个数不符（3/2）"]);
    expect((await put("1 ooo AB")).errors?.text).toEqual(["第 1 排：座位与票价区长度不符（3/2）"]);
    expect((await plan()).version).toBe(version);
    const read = (text: string) => backend.call(theatrePlanRead, { areaId: house.areaId, version, text });
    expect((await read("{")).errors?.file).toEqual(["不是 JSON 文件"]);
    expect((await read('{"name":"x","zones":[]}')).errors?.file?.[0]).toContain("categories");
    const seat = { seat_guid: "a", seat_number: "1", position: { x: 0, y: 0 }, category: "丙票" };
    const zones = [{ name: "池座", position: { x: 0, y: 0 }, rows: [{ row_number: "1", seats: [seat, seat] }] }];
    expect((await read(JSON.stringify({ name: "x", categories: [], zones }))).errors?.file).toEqual([
      "池座 1 排 1 座：没有票价区“丙票”",
      "池座 1 排 1 座：seat_guid 重复（a）",
      "池座 1 排 1 座：没有票价区“丙票”",
    ]);
    // What is not as the schema has it is told by row and seat as well.
    const odd = [
      { ...seat, position: { x: 0.5, y: 0 } },
      { ...seat, seat_number: undefined },
    ];
    const wrong = [{ name: "池座", position: { x: 0, y: 0 }, rows: [{ row_number: "7", seats: odd }, { seats: [] }] }];
    const told = (await read(JSON.stringify({ name: "x", categories: [], zones: wrong }))).errors?.file ?? [];
    expect(told.map((text) => text.split(" ").slice(0, 5).join(" "))).toEqual([
      "不合 seating-plan 0.0.1：池座 7排1座 position.x",
      "不合 seating-plan 0.0.1：池座 7排2座 seat_number",
      "不合 seating-plan 0.0.1：池座 2排 row_number",
    ]);
  });

  test("2.3k.4 rows are made by count, changed by seat and row, mirrored; who saved meanwhile is not overwritten", async () => {
    const areaId = await backend.saved(theatreArea.methods.save, {
      ...{ name: "楼座", hallId: house.hallId, kind: "seats", zoneId: house.zoneB, capacity: null, sort: 3 },
    });
    const wanted = { areaId, append: false, first: "A", rows: 3, seats: 6, growth: 2, aisles: [3], zone: "", arc: 50 };
    const made = await backend.call(theatreRowsMake, { ...wanted, version: 0, numbering: "left", kind: "normal" });
    expect(made.data).toEqual({ id: areaId, seats: 24, rows: 3, version: 1 });
    expect(
      (await backend.call(theatreRowsMake, { ...wanted, version: 0, numbering: "left", kind: "normal" })).status,
    ).toBe(409);
    const change = (version: number, seats: string[], rows: string[], what: object) =>
      backend.call(theatreSeatsChange, { areaId, version, seats, rows, change: what as never });
    await change(1, ["A/1", "A/2"], [], { do: "kind", kind: "couple" });
    await change(2, [], ["C"], { do: "zone", zone: "A" });
    await change(3, ["B/1"], [], { do: "remove" });
    await change(4, [], [], { do: "mirror" });
    const { data } = await backend.call(theatrePlan, { areaId });
    expect(writePlan(data.area?.rows ?? [])).toBe(
      "A ooo_occ B right\nB ooooo_oo B 8,7,6,5,4,3,2\nC ooooooo_ooo A right",
    );
    const more = {
      ...wanted,
      append: true,
      first: "D",
      rows: 2,
      seats: 4,
      growth: 0,
      aisles: [],
      arc: 0,
      kind: "normal",
    };
    const lettered = { ...more, version: 5, numbering: "letters", start: 2, skip: ["C"], spacing: 150 } as const;
    expect((await backend.call(theatreRowsMake, lettered as never)).data.rows).toBe(5);
    const all = (await backend.call(theatrePlan, { areaId })).data.area;
    expect(
      writePlan(all?.rows ?? [])
        .split("\n")
        .slice(3),
    ).toEqual(["D oooo B B,D,E,F /150", "E oooo B B,D,E,F /150"]);
    expect(all?.rows.map(({ seats }) => seats[0]?.y)).toEqual([0, 100, 200, 350, 500]);
    await backend.call(theatrePlanUndo, { areaId, version: 6 });
    const late = (await backend.call(theatrePlan, { areaId })).data.area?.version ?? 0;
    expect((await change(late, ["A/99"], [], { do: "remove" })).status).toBe(422);
    expect((await change(late, [], ["A"], { do: "zone", zone: "X" })).status).toBe(422);
    expect((await backend.call(theatreRowsMake, { ...lettered, version: late, skip: ["?"] } as never)).status).toBe(
      422,
    );
    await backend.call(theatreArea.methods.suspend, { id: areaId });
  });

  test("whole rows are copied behind the last one; changes are taken back one by one, twenty of them", async () => {
    const areaId = await backend.saved(theatreArea.methods.save, {
      ...{ name: "包厢", hallId: house.hallId, kind: "seats", zoneId: house.zoneB, capacity: null, sort: 4 },
    });
    const text = async () => writePlan((await backend.call(theatrePlan, { areaId })).data.area?.rows ?? []);
    const now = async () => (await backend.call(theatrePlan, { areaId })).data.area;
    const undo = async (as = backend.admin) =>
      backend.call(theatrePlanUndo, { areaId, version: (await now())?.version ?? 0 }, { as });
    const change = async (rows: string[], what: object) =>
      backend.call(theatreSeatsChange, {
        ...{ areaId, version: (await now())?.version ?? 0, seats: [], rows, change: what as never },
      });
    expect((await undo()).status).toBe(409);
    await putPlan(backend, areaId, "A oo_oo B\nB wpoo B");
    expect((await change([], { do: "copy" })).errors?.rows).toEqual(["请勾选要复制的整排"]);
    expect((await change(["A", "B"], { do: "copy" })).data).toMatchObject({ rows: 4, seats: 16 });
    expect(await text()).toBe("A oo_oo B\nB wpoo B\nC oo_oo B\nD wpoo B");
    await change(["D"], { do: "kind", kind: "blocked" });
    expect((await undo()).success).toBe(true);
    expect(await text()).toBe("A oo_oo B\nB wpoo B\nC oo_oo B\nD wpoo B");
    const stale = await backend.call(theatrePlanUndo, { areaId, version: 1 });
    expect([stale.status, stale.message]).toEqual([409, "座位图刚被别人改过，请刷新后再改"]);
    const { token } = await backend.createUser({ grants: ["seatSet"] });
    expect((await undo(token)).status).toBe(403);
    expect((await undo(await backend.createCorp("0081"))).status).toBe(404);
    expect([(await undo()).data, await text()]).toEqual([
      { id: areaId, seats: 8, rows: 2, version: 5 },
      "A oo_oo B\nB wpoo B",
    ]);
    for (let turn = 0; turn < 25; turn += 1) await change(["A"], { do: "zone", zone: turn % 2 ? "A" : "B" });
    expect((await now())?.steps).toBe(20);
    await backend.call(theatreArea.methods.suspend, { id: areaId });
  });

  test("rows are aligned by their ticks or their seats; a picture to trace is the hall's, and no buyer is told of it", async () => {
    const areaId = await backend.saved(theatreArea.methods.save, {
      ...{ name: "边厅", hallId: house.hallId, kind: "seats", zoneId: house.zoneB, capacity: null, sort: 5 },
    });
    await putPlan(backend, areaId, "A oo B\nB oooooo B\nC oo B");
    const now = async () => (await backend.call(theatrePlan, { areaId })).data.area;
    const align = async (rows: string[], seats: string[], side: string) =>
      backend.call(theatreSeatsChange, {
        ...{ areaId, version: (await now())?.version ?? 0, seats, rows, change: { do: "align", side } as never },
      });
    expect((await align([], [], "left")).errors?.rows).toEqual(["请勾选要对齐的排或座位"]);
    expect((await align(["A"], ["C/1"], "left")).success).toBe(true);
    expect((await align(["C"], [], "right")).success).toBe(true);
    expect(writePlan((await now())?.rows ?? [])).toBe("A oo B <\nB oooooo B\nC oo B >");
    const column = async (seats: string[], side: string) =>
      backend.call(theatreSeatsChange, {
        ...{ areaId, version: (await now())?.version ?? 0, seats, rows: [], change: { do: "column", side } as never },
      });
    const xs = async () => (await now())?.rows.map(({ seats }) => seats.map(({ x }) => x));
    const before = await xs();
    expect((await column(["A/1", "A/2"], "left")).errors?.seats).toEqual(["请至少在两排里勾选座位"]);
    expect((await column(["A/1", "C/2"], "left")).message).toBe("C排2座会压在同排的座位上，请先挪开或一起勾选");
    expect(await xs()).toEqual(before);
    expect((await column(["A/2", "C/2"], "right")).success).toBe(true);
    expect(await xs()).toEqual([[0, 500], before?.[1], [400, 500]]);
    const { version = 0 } = (await now()) ?? {};
    expect((await backend.call(theatrePlanUndo, { areaId, version })).success).toBe(true);
    expect(await xs()).toEqual(before);
    expect((await now())?.picture).toBeNull();
    const png = { bytes: await picture("png"), name: "一号厅.png" };
    const { data: src } = await send(backend, uploadPaths.temporary, [png]);
    const { record } = (await backend.call(theatreHall.methods.get, { id: house.hallId })).data;
    const kept = { code: record?.code, name: record?.name, venueId: record?.venueId, cleaning: record?.cleaning };
    const traced = { rowVersion: record?.rowVersion, picture: src, pictureScale: 150 };
    const hall = { id: house.hallId, ...kept, ...traced };
    expect((await backend.call(theatreHall.methods.save, hall as never)).message).toBe("");
    expect((await now())?.picture).toEqual({ src, opacity: 40, scale: 150, right: 0, down: 0 });
    const sessionId = await house.addSession({ day: "2026-12-29" });
    expect(JSON.stringify(await mapOf(backend, sessionId))).not.toContain(src);
    await backend.call(theatreArea.methods.suspend, { id: areaId });
  });

  test("2.3k.1 2.3k.3 2.3k.8 a zone is of the hall; what is used is not deleted; the list of unseated areas has those alone", async () => {
    const other = await openTheatre(backend, (await createPark(backend)).parkId);
    const area = { name: "错", hallId: house.hallId, kind: "seats", zoneId: other.zoneA, sort: 1, capacity: null };
    expect((await backend.call(theatreArea.methods.save, area as never)).errors?.zoneId).toEqual(["不属于这个厅"]);
    expect((await backend.call(theatreZone.methods.remove, { id: house.zoneA })).message).toContain("区域");
    expect((await backend.call(theatreHall.methods.remove, { id: house.hallId })).status).toBe(409);
    const { data } = await backend.call(theatreUnseated.methods.list, { filters: { hallId: String(house.hallId) } });
    expect(data.records.map(({ name }) => name)).toEqual(["草坪"]);
    expect((await backend.call(theatreVenueParks, {})).data.venue?.parks.filter(({ own }) => own)).toHaveLength(1);
  });

  test("2.3k.2 a template is a snapshot: a later plan is the next version, and a session keeps the seats that it was made with", async () => {
    const sessionId = await house.addSession({ day: "2026-12-01" });
    await putPlan(backend, house.areaId, "9 oo A");
    const next = await backend.saved(theatreTemplate.methods.save, { name: "小场", hallId: house.hallId });
    const [row] = await backend.sql("select version, seats, capacity from theatre_template where id = $1", [next]);
    expect(row).toEqual({ version: 2, seats: 2, capacity: 5 });
    expect((await mapOf(backend, sessionId)).rows.map(({ name }) => name)).toEqual(["1", "2", "3"]);
    expect((await backend.call(theatreTemplate.methods.remove, { id: house.templateId })).message).toContain("场次");
    await putPlan(backend, house.areaId, stalls);
  });
});

describe("sessions", () => {
  const save = (fields: object) => backend.call(theatreSession.methods.save, house.sessionFields(fields) as never);

  test("that meet in one hall, cleaning included, are refused in words; right behind the cleaning there is room", async () => {
    expect((await save({ day: "2026-12-02", time: "10:00" })).success).toBe(true);
    const reply = await save({ day: "2026-12-02", time: "11:10" });
    expect([reply.status, reply.message]).toEqual([
      409,
      "同一厅“青云水秀 2026-12-02 10:00”到 2026-12-02 11:20 才清场完毕，时间重叠",
    ]);
    expect((await save({ day: "2026-12-02", time: "08:50" })).status).toBe(409);
    expect((await save({ day: "2026-12-02", time: "11:20" })).success).toBe(true);
  });

  test("the database itself has no two that meet in a hall, cleaning included", async () => {
    const id = await house.addSession({ day: "2026-12-07", time: "10:00" });
    const beside = (minutes: number, hall = house.hallId) =>
      backend.sql(
        `insert into theatre_session (corp_code, name, show_id, hall_id, template_id, day, time, starts_at, ends_at, free_at, status)
         select corp_code, name || ' 2', show_id, $3, template_id, day, '11:00', starts_at + $2 * interval '1 minute',
                ends_at + $2 * interval '1 minute', free_at + $2 * interval '1 minute', status
         from theatre_session where id = $1`,
        [id, minutes, hall],
      );
    // An hour of show and twenty minutes of cleaning.
    await expect(beside(79)).rejects.toThrow("theatre_session_overlap");
    await expect(beside(-79)).rejects.toThrow("theatre_session_overlap");
    await beside(80);
  });

  test.runIf(raceIsReal)("made by eight at once at the same time are one", async () => {
    const all = await raceToInsert(backend, "theatre_session", 8, () => save({ day: "2026-12-03", time: "10:00" }));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test("a series has its weekdays and times but for the days excepted, and is all or nothing", async () => {
    const series = (fields: object = {}) =>
      backend.call(theatreSeries, {
        ...{ idempotencyKey: fresh("series-key"), showId: house.showId, templateId: house.templateId },
        ...{ templateTicketId: house.templateTicketId, noGaps: true },
        ...{
          from: "2027-01-04",
          to: "2027-01-17",
          weekdays: [6, 7],
          times: ["10:00", "14:00"],
          except: ["2027-01-10"],
        },
        ...fields,
      });
    expect((await backend.call(theatreSeriesForm, {})).data.templates.length).toBeGreaterThan(0);
    const made = await series();
    expect([made.message, made.errors, made.data]).toEqual(["", undefined, { sessions: 6 }]);
    const days = await backend.sql(
      "select day::text from theatre_session where day between '2027-01-04' and '2027-01-17' group by 1 order by 1",
    );
    expect(days.map((row) => row.day)).toEqual(["2027-01-09", "2027-01-16", "2027-01-17"]);
    const refused = await series({ from: "2027-01-16", to: "2027-01-24" });
    expect(refused.message).toContain("2027-01-16 10:00");
    expect(await backend.sql("select 1 from theatre_session where day > '2027-01-17' and day < '2027-02-01'")).toEqual(
      [],
    );
    expect((await series({ weekdays: [1], to: "2027-01-04", except: ["2027-01-04"] })).status).toBe(422);
  });

  test("with tickets sold it keeps its time; cancelled, all its orders are given back by one job, checked or not", async () => {
    const id = await house.addSession({ day: "2026-12-05" });
    const orders: number[] = [];
    for (const seats of [["1/1", "1/2"], ["2/1"]]) {
      await hold(backend, id, await seatIds(backend, id, ...seats));
      orders.push((await sell(backend, id)).data.orderId);
    }
    const [row] = await backend.sql<{ v: number }>("select row_version as v from theatre_session where id = $1", [id]);
    const fields = { ...house.sessionFields({ day: "2026-12-06" }), id, rowVersion: row?.v };
    const moved = await backend.call(theatreSession.methods.save, fields as never);
    expect(moved.message).toBe("已售票的场次不能改时间");
    await backend.sql("update theatre_ticket set state = 'checked', checked_at = now() where order_id = $1", [
      orders[1],
    ]);
    await hold(backend, id, await seatIds(backend, id, "2/3"));
    expect((await settle(backend, id, { reason: "设备故障" })).success).toBe(true);
    expect((await sell(backend, id)).message).toContain("已取消");
    await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
    const states = await backend.sql("select state, refunded::int from orders where id = any ($1) order by id", [
      orders,
    ]);
    expect(states).toEqual([
      { state: "refunded", refunded: 16_000 },
      { state: "refunded", refunded: 8_000 },
    ]);
    expect(await backend.sql("select state from theatre_place where session_id = $1", [id])).toEqual([]);
    expect((await save({ day: "2026-12-05" })).success).toBe(true);
    await checkInvariants(backend);
  });
});
