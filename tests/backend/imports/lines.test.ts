/** Lines in a file: one cell in the notation of their declaration; what cannot be read is said there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";
import { csv, importing } from "./importing";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const hand = () => importing(backend, ticketType.imports);
const heading = ["编码", "名称", "景区", "票面价", "挂牌价", "退票手续费", "时段"];
const rows = (...lines: [code: string, bands: string, slots: string][]) =>
  csv([heading, ...lines.map(([code, bands, slots]) => [code, code, "青云山景区", "80", "80", bands, `"${slots}"`])]);
const read = async (code: string) => {
  const [found] = await backend.sql<{ id: number }>("select id from ticket_type where code = $1", [code]);
  const { data } = await backend.call(ticketType.methods.get, { id: found?.id });
  return data.record as {
    id: number;
    refundBands: { id: number; hours: number; feePercent: number }[];
    slots: object[];
  };
};

test("bands and slots come with new types; a cell that cannot be read is refused, and never no bands", async () => {
  const bytes = rows(
    ["L-1", "24: 0; 2: 12.5", "13:00-17:00, 09:00-12:00"],
    ["L-2", "soon: 10", ""],
    ["L-3", "2: 0; 24: 10", ""],
    ["L-4", "", "09:00-12:00,11:00-13:00"],
  );
  const view = await hand().checked(bytes, "a.csv");
  expect(view).toMatchObject({ good: 1, bad: 3 });
  expect(view.page.records.map(({ errors }) => errors.map(({ column, message }) => [column, message]))).toEqual([
    [],
    [[5, "“soon: 10”不对，请写成 小时数: 百分比，例如 24: 0，也可再加每张的金额，例如 2: 10 + 5.00"]],
    [[5, "24 小时必须小于上一档：各档从早到晚排列，不能重复"]],
    [[6, "时段 09:00-12:00 与 11:00-13:00 重叠"]],
  ]);
  await hand().run(view.id, "good");
  await hand().work();
  const { refundBands, slots } = await read("L-1");
  expect(refundBands.map(({ hours, feePercent }) => [hours, feePercent])).toEqual([
    [24, 0],
    [2, 12.5],
  ]);
  expect(slots).toMatchObject([{ startTime: "09:00" }, { startTime: "13:00" }]);
  expect(await backend.sql("select 1 from ticket_type where code in ('L-2', 'L-3', 'L-4')")).toEqual([]);
});

test("of types that are there lines are known by their key, seen in words before, and taken back", async () => {
  await park.addType({
    code: "K-1",
    refundBands: [
      { hours: 24, feePercent: 0 },
      { hours: 2, feePercent: 20 },
    ],
  });
  const before = await read("K-1");
  const bytes = csv([
    ["编码", "退票手续费"],
    ["K-1", "24: 5; 1: 30"],
  ]);
  const view = await hand().checked(bytes, "a.csv", backend.admin, "change");
  expect(view.page.records[0]?.changes).toEqual([
    {
      ...{ column: 1, field: "refundBands" },
      before: "提前 24 小时，收 0%；提前 2 小时，收 20%",
      after: "提前 24 小时，收 5%；提前 1 小时，收 30%",
    },
  ]);
  expect((await hand().run(view.id, "all")).message).toBe("");
  await hand().work();
  const changed = await read("K-1");
  expect(changed.refundBands[0]).toEqual({
    ...{ id: before.refundBands[0]?.id, hours: 24, feePercent: 5, feeEach: null },
  });
  const again = await hand().checked(bytes, "b.csv", backend.admin, "change");
  expect(again).toMatchObject({ good: 0, changing: 0, same: 1 });
  expect((await hand().undo(view.id)).message).toBe("");
  await hand().work();
  const restored = await read("K-1");
  expect(restored.refundBands.map(({ hours, feePercent }) => [hours, feePercent])).toEqual([
    [24, 0],
    [2, 20],
  ]);
  expect(restored.refundBands[0]?.id).toBe(before.refundBands[0]?.id);
});

test("booking clocks come in their notation, changed by their channel, and a code that there is not is refused", async () => {
  await park.addType({
    code: "B-1",
    bookingClocks: [
      { channel: "window", releaseDays: 3, releaseTime: null, closeMinutes: null, closeTime: null, payMinutes: null },
    ],
  });
  const clocks = (cell: string) =>
    csv([
      ["编码", "预订时限（按渠道）"],
      ["B-1", `"${cell}"`],
    ]);
  const bad = await hand().checked(clocks("nowhere: 开售 7"), "a.csv", backend.admin, "change");
  expect(bad).toMatchObject({ good: 0, bad: 1 });
  const told = await hand().checked(clocks("window 7"), "b.csv", backend.admin, "change");
  expect(told.page.records[0]?.errors[0]?.message).toContain("“window 7”不对");
  const cell = "window: 开售 7 08:00，停售 60 17:30；*: open 30, pay 15";
  const view = await hand().checked(clocks(cell), "c.csv", backend.admin, "change");
  expect(view).toMatchObject({ bad: 0, changing: 1 });
  await hand().run(view.id, "all");
  await hand().work();
  const rows = await backend.sql(`
    select k.channel, k.release_days, k.release_time, k.close_minutes, k.close_time, k.pay_minutes
    from ticket_type_booking_clock k
    join ticket_type t on t.corp_code = k.corp_code and t.id = k.ticket_type_id
    where t.code = 'B-1'
    order by k.channel nulls last`);
  const none = { release_time: null, close_minutes: null, close_time: null, pay_minutes: null };
  expect(rows).toEqual([
    {
      channel: "window",
      release_days: 7,
      release_time: "08:00",
      close_minutes: 60,
      close_time: "17:30",
      pay_minutes: null,
    },
    { ...none, channel: null, release_days: 30, pay_minutes: 15 },
  ]);
});
