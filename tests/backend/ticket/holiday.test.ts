/** Head office keeps the official holidays for everybody: their days set prices, and none belongs to two of them. */
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import { holidaysMissing, officialHoliday } from "~/contract/ticket/holiday";
import { priceCalendar, pricePolicySave } from "~/contract/ticket/price";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, friday, type TestPark } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

const { methods } = officialHoliday;
const spring = { year: 2028, name: "春节", firstDay: "2028-01-25", lastDay: "2028-02-01" };
const save = (fields: object = {}, as = backend.admin, corpCode?: string) =>
  backend.call(methods.save, { ...spring, makeUpDays: "1/22、2028-02-12", provisional: false, ...fields } as never, {
    as,
    ...(corpCode !== undefined && { corpCode }),
  });
const daysOf = (name: string, year: number) =>
  backend.sql<{ day: string; makeUp: boolean }>(
    `select day::text as day, make_up as "makeUp" from holiday where name = $1 and extract(year from day) = $2 order by day`,
    [name, year],
  );

test("its days are spread for all tenants; a change moves them, a removal frees them", async () => {
  const { id } = (await save()).data;
  const days = await daysOf("春节", 2028);
  expect(days).toHaveLength(10);
  expect(days.filter(({ makeUp }) => makeUp).map(({ day }) => day)).toEqual(["2028-01-22", "2028-02-12"]);
  const { record } = (await backend.call(methods.get, { id })).data as { record: Record<string, unknown> };
  expect(record.makeUpDays).toBe("2028-01-22 2028-02-12");
  const change = { id, rowVersion: Number(record.rowVersion), lastDay: "2028-01-31", makeUpDays: null };
  expect((await save(change)).status).toBe(200);
  expect(await daysOf("春节", 2028)).toHaveLength(7);
  expect((await backend.call(methods.remove, { id })).status).toBe(200);
  expect(await daysOf("春节", 2028)).toEqual([]);
});

test("what is no date, far away, of another year or of another holiday is refused at its field and writes nothing", async () => {
  const before = await digests(backend);
  const refused = async (fields: object) => {
    const { status, errors } = await save(fields);
    expect(status).toBe(422);
    return Object.keys(errors ?? {});
  };
  expect(await refused({ makeUpDays: "2/30" })).toEqual(["makeUpDays"]);
  expect(await refused({ makeUpDays: "初八" })).toEqual(["makeUpDays"]);
  expect(await refused({ makeUpDays: "1/26" })).toEqual(["makeUpDays"]);
  expect(await refused({ makeUpDays: "6/1" })).toEqual(["makeUpDays"]);
  expect(await refused({ lastDay: "2028-01-24" })).toEqual(["lastDay"]);
  expect(await refused({ lastDay: "2028-03-24" })).toEqual(["lastDay"]);
  expect(await refused({ year: 2029 })).toEqual(["firstDay"]);
  expect(
    await refused({
      year: 2027,
      name: "中秋节、国庆节",
      firstDay: "2027-10-02",
      lastDay: "2027-10-05",
      makeUpDays: null,
    }),
  ).toEqual(["firstDay"]);
  expect(
    await refused({
      year: 2027,
      name: "中秋节、国庆节",
      firstDay: "2027-10-05",
      lastDay: "2027-10-06",
      makeUpDays: "10/3",
    }),
  ).toEqual(["makeUpDays"]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("tenants read the days and keep none; at head office each button is a right of its own", async () => {
  const tenant = await backend.createCorp("6184");
  expect((await save({}, tenant, "6184")).status).toBe(403);
  const granted = await backend.createUser({
    grants: ["holidayList", "holidayList/officialHoliday:add"],
    corpCode: "6184",
  });
  expect((await save({}, granted.token, "6184")).status).toBe(403);
  const reader = await backend.createUser({ grants: ["holidayList"] });
  expect((await backend.call(methods.list, {}, { as: reader.token })).status).toBe(200);
  expect((await save({}, reader.token)).status).toBe(403);
  const theirs = await createPark(backend, tenant);
  const month = { ticketTypeId: theirs.adultId, month: "2026-10" };
  const { days } = (await backend.call(priceCalendar, month, { as: tenant })).data;
  expect(days[0]).toMatchObject({ holiday: "国庆节", makeUp: false });
});

test("a price for holidays follows the list; what is sold keeps its price", async () => {
  const terms = { channel: "any", customerGroup: "any", weekdays: "TTTTTTT", slot: "" } as const;
  const dates = {
    startDay: "2026-11-01",
    endDay: "2026-12-31",
    holidays: "only",
    price: 15_000,
    priority: 50,
  } as const;
  await backend.call(pricePolicySave, { name: "假日价", ticketTypeId: park.childId, ...terms, ...dates });
  const line = [{ ticketTypeId: park.childId, quantity: 1 }];
  const early = await park.sell({ visitDay: "2026-12-05", lines: line });
  const feast = { year: 2026, name: "景区节", firstDay: "2026-12-05", lastDay: "2026-12-06", makeUpDays: null };
  const { id } = (await save(feast)).data;
  const late = await park.sell({ visitDay: "2026-12-05", lines: line });
  const prices = await backend.sql<{ price: number }>(
    "select price::int as price from ticket where order_id = any ($1::bigint[]) order by order_id",
    [[early.orderId, late.orderId]],
  );
  expect(prices.map(({ price }) => price)).toEqual([4000, 15_000]);
  await backend.call(methods.remove, { id });
});

test("a year comes from a file: the provisional days make way, and a wrong line is told before anything is written", async () => {
  const { checked, run, work } = importing(backend, officialHoliday.imports);
  const head = ["年度", "节日名称", "放假首日", "放假末日", "调休上班日", "暂定"];
  const rows = [
    ["2027", "元旦", "2027-01-01", "2027-01-03", "", "否"],
    ["2027", "春节", "2027-02-05", "2027-02-12", "2/14 2/20", "否"],
  ];
  expect((await backend.call(holidaysMissing, {})).data.year).toBe(2027);
  const wrong = await checked(
    csv([head, ...rows, ["2027", "清明节", "2027-04-05", "2027-04-03", "", "否"]]),
    "假.csv",
    backend.admin,
    "change",
  );
  expect(wrong).toMatchObject({ bad: 1 });
  const right = await checked(csv([head, ...rows]), "2027.csv", backend.admin, "change");
  await run(right.id, "all");
  await work();
  expect((await daysOf("春节", 2027)).map(({ makeUp }) => makeUp).filter(Boolean)).toHaveLength(2);
  expect(await daysOf("元旦", 2027)).toHaveLength(3);
  expect((await backend.call(holidaysMissing, {})).data.year).toBeNull();
  await backend.sql("update official_holiday set provisional = true where year = 2027");
});

test("from October on the missing year is told of, once, and settled when it is entered", async () => {
  const told = () => backend.sql("select title from message where matter like 'holidays-%' and read_at is null");
  const at = async (moment: string) => {
    const now = new Date(moment);
    backend.setNow(now);
    await backend.sql("update job_schedule set next_run_at = $1 where kind = 'warnOfHolidays'", [now.toISOString()]);
    await createWorker({ database: backend.database, kinds: allKinds, now: () => now }).drain();
    return (await backend.call(holidaysMissing, {})).data.year;
  };
  expect(await at("2026-09-30T09:00:00+08:00")).toBeNull();
  expect(await told()).toEqual([]);
  expect(await at("2026-10-01T09:00:00+08:00")).toBe(2027);
  const first = await told();
  expect(first[0]).toEqual({ title: "2027 年法定节假日尚未录入" });
  expect(await at("2026-11-01T09:00:00+08:00")).toBe(2027);
  expect(await told()).toHaveLength(first.length);
  await save({ year: 2027, name: "补充", firstDay: "2027-12-20", lastDay: "2027-12-20", makeUpDays: null });
  expect(await told()).toEqual([]);
});

const twice = () =>
  raceToInsert(backend, "official_holiday", 2, (person) =>
    save({ year: 2030, name: `节日 ${person}`, firstDay: "2030-05-01", lastDay: "2030-05-03", makeUpDays: null }),
  );

it("a day is given to one of two at the same moment", async () => {
  const all = await twice();
  expect(all.map(({ success }) => success).sort()).toEqual([false, true]);
  expect(all.map(({ status }) => status).sort()[1]).toBeGreaterThanOrEqual(409);
  expect(await backend.sql("select count(*)::int as n from official_holiday where year = 2030")).toEqual([{ n: 1 }]);
  await backend.sql("delete from official_holiday where year = 2030");
});

it.runIf(raceIsReal)("control: without the trigger's count both have the day", async () => {
  const [was] = await backend.sql<{ body: string }>(
    "select pg_get_functiondef('spread_official_holiday'::regproc) as body",
  );
  await backend.sql(
    String(was?.body).replace("raise exception", "raise notice").replace(" using errcode = 'unique_violation'", ""),
  );
  try {
    expect((await twice()).map(({ success }) => success)).toEqual([true, true]);
  } finally {
    await backend.sql(String(was?.body));
    await backend.sql("delete from official_holiday where year = 2030");
  }
});
