/** A large area: told in blocks of rows, and as a map of all of it that says what the rows say. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { theatreLayout } from "~/contract/theatre/large-map";
import { mostShown, theatreBlock, theatreMap } from "~/contract/theatre/sale";
import { modelOf, statesOf } from "~/screens/theatre/seat-map-model";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { hold, mapOf, openTheatre, seatIds, sell, seller } from "./support";

const plan = Array.from(
  { length: 25 },
  (_, at) => `${at + 1} ${(at === 4 ? "c" : "o").repeat(20)}_${"o".repeat(18)}wp ${at < 10 ? "A" : "B"}`,
);

let backend: TestBackend;
let sessionId = 0;
let areaId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  const { parkId } = await createPark(backend);
  const house = await openTheatre(backend, parkId, plan.join("\n"));
  sessionId = await house.addSession({ day: "2026-12-01" });
  areaId = (await mapOf(backend, sessionId)).areaId ?? 0;
});
afterAll(() => backend.close());

const part = async (from?: number) =>
  (await backend.call(theatreMap, { sessionId, areaId, ...(from !== undefined && { from }) })).data;

test("is shown in blocks of whole rows that have each seat once", async () => {
  const { blocks } = await part();
  expect(blocks.map(({ first, last, isShown }) => [first, last, isShown])).toEqual([
    ["1", "10", true],
    ["11", "20", false],
    ["21", "25", false],
  ]);
  const rows = [];
  for (const { from } of blocks) {
    const shown = await part(from);
    expect(shown.rows.reduce((sum, row) => sum + row.seats.length, 0)).toBeLessThanOrEqual(mostShown);
    rows.push(...shown.rows);
  }
  expect(rows.map(({ name }) => name)).toEqual(plan.map((_, at) => String(at + 1)));
  // Beyond the last row there is the last block.
  expect((await part(9_999)).blocks.at(-1)?.isShown).toBe(true);
});

test("the map has the seats, numbers, kinds, prices and states that the rows have", async () => {
  const other = await seller(backend);
  await hold(backend, sessionId, await seatIds(backend, sessionId, "1/1", "1/2"));
  await hold(backend, sessionId, await seatIds(backend, sessionId, "2/1"), other);
  await sell(backend, sessionId, other);
  await hold(backend, sessionId, await seatIds(backend, sessionId, "3/1"), other);
  const [blocked = 0] = await seatIds(backend, sessionId, "4/1");
  await backend.call(theatreBlock, { sessionId, seatIds: [blocked], block: true });
  const layout = await backend.call(theatreLayout, { sessionId, areaId });
  const { large, zones } = await part();
  expect(layout.message).toBe("");
  const model = modelOf(layout.data.rows);
  const states = statesOf(model, large?.taken ?? []);
  const drawn = model.seats.map(({ id, row, number, kind, zone, partner }, at) => [
    ...[id, row, number, kind, zone, states[at]],
    large?.price ?? zones.find(({ code }) => code === zone)?.price ?? null,
    partner,
  ]);
  const told = [];
  for (const { from } of (await part()).blocks)
    for (const row of (await part(from)).rows)
      for (const { id, number, kind, zone, state, price, partner } of row.seats)
        told.push([id, row.name, number, kind, zone, state, price, partner]);
  expect(drawn).toEqual(told);
  expect(large?.taken.map(({ state }) => state)).toEqual(["blocked", "held", "mine", "sold"]);
});

test("couple seats of it are held in pairs, and the map says so of both", async () => {
  const till = await seller(backend);
  const [one = 0, two = 0] = await seatIds(backend, sessionId, "5/3", "5/4");
  const half = await hold(backend, sessionId, [one], till);
  expect([half.status, half.message]).toEqual([409, expect.stringContaining("情侣座")]);
  expect((await hold(backend, sessionId, [one], till, { withPartners: true })).message).toBe("");
  const model = modelOf((await backend.call(theatreLayout, { sessionId, areaId })).data.rows);
  const { large } = (await backend.call(theatreMap, { sessionId, areaId }, { as: till })).data;
  const states = statesOf(model, large?.taken ?? []);
  expect(model.seats.flatMap(({ id }, at) => (states[at] === "mine" ? [id] : []))).toEqual([one, two]);
});

test("is nobody else's, and of no area that the session has not", async () => {
  const stranger = await backend.createCorp("0079");
  const { token } = await backend.createUser({ grants: [] });
  for (const method of [theatreLayout, theatreMap]) {
    expect((await backend.call(method, { sessionId, areaId }, { as: stranger })).status).toBe(404);
    expect((await backend.call(method, { sessionId, areaId }, { as: token })).status).toBe(403);
  }
  expect((await backend.call(theatreLayout, { sessionId, areaId: 999_999 })).status).toBe(404);
});
