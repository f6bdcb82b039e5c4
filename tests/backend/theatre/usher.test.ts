/** The usher's view of a large house: whole rows at a time, any row by its name, each ticket in one part. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreUsher } from "~/contract/theatre/check";
import { mostShown } from "~/contract/theatre/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, friday } from "~tests/support/park";
import { mapOf, openTheatre, sell, sellAll, type Theatre } from "./support";

const plan = Array.from({ length: 100 }, (_, at) => `${at + 1} ${"o".repeat(50)}_${"o".repeat(50)} A`).join("\n");

let backend: TestBackend;
let house: Theatre;
let sessionId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  house = await openTheatre(backend, (await createPark(backend)).parkId, plan);
  sessionId = await house.addSession({ day: "2026-12-01" });
  const lawn = (await mapOf(backend, sessionId)).areas.find(({ kind }) => kind === "unseated")?.id ?? 0;
  const sold = await sell(backend, sessionId, backend.admin, { areas: [{ areaId: lawn, quantity: 3 }] });
  await sellAll(backend, sessionId, sold.data.orderId, house.templateId);
  await backend.sql(
    `update theatre_ticket t set state = 'checked', checked_at = now() from theatre_seat s
     where s.id = t.seat_id and s.row_at = 0 and t.session_id = $1`,
    [sessionId],
  );
});
afterAll(() => backend.close());

const view = async (more: object = {}) => {
  const reply = await backend.call(theatreUsher, { sessionId, ...more });
  expect(reply.message).toBe("");
  return reply.data;
};

test("some hundreds of tickets come at once, and each of them in one part", async () => {
  const first = await view();
  expect([first.sold, first.checked, first.parts.length]).toEqual([10_003, 100, 26]);
  expect(first.parts.slice(0, 2)).toMatchObject([
    { first: "1", last: "4", sold: 400, checked: 100, isShown: true },
    { first: "5", last: "8", sold: 400, checked: 0, isShown: false },
  ]);
  const seen = new Set<number>();
  let all = 0;
  for (const { key } of first.parts) {
    const { rows, rest } = await view({ part: key });
    const tickets = [...rows.flatMap((row) => row.tickets), ...rest];
    expect(tickets.length).toBeLessThanOrEqual(mostShown);
    all += tickets.length;
    for (const { id } of tickets) seen.add(id);
  }
  expect([all, seen.size]).toEqual([10_003, 10_003]);
  expect(JSON.stringify(first).length).toBeLessThan(60_000);
});

test("a row is gone to by its name; one that nobody sits in says so and shows the first part", async () => {
  const found = await view({ row: "42" });
  expect([found.rowFound, found.rows.map(({ row }) => row)]).toEqual([true, ["41", "42", "43", "44"]]);
  const elsewhere = await view({ row: "42", areaId: house.lawnId + 9_999 });
  expect([elsewhere.rowFound, elsewhere.rows[0]?.row]).toEqual([false, "1"]);
  const none = await view({ row: "900" });
  expect([none.rowFound, none.rows[0]?.row]).toEqual([false, "1"]);
  expect((await view({ part: "nonsense" })).rows[0]?.row).toBe("1");
  const stranger = await backend.createCorp("0097");
  expect((await backend.call(theatreUsher, { sessionId, row: "1" }, { as: stranger })).status).toBe(404);
});

test("a small house is shown whole, without parts", async () => {
  const small = await openTheatre(backend, (await createPark(backend)).parkId, "1 oo A\n2 oo A");
  const session = await small.addSession({ day: "2026-12-02" });
  const { data } = await backend.call(theatreUsher, { sessionId: session });
  expect([data.parts, data.rows, data.rest]).toEqual([[], [], []]);
});
