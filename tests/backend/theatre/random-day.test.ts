/** A day at the till at random equals a plain model of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { openHouse, randomDay } from "./a-day-at-random";

let backend: TestBackend;
let house: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  backend = await openTestBackend();
  house = await openHouse(backend);
});
afterAll(() => backend.close());

test("two hundred random presses answer what the model says, and leave the seats as it has them", {
  timeout: 240_000,
}, async () => {
  const done = await randomDay(backend, house, { seed: 20_261_125, steps: 200, day: "2026-12-01" });
  const presses = ["best", "block", "change", "hold", "moved", "pair", "refund", "release", "sell", "wait"];
  expect(Object.keys(done).sort()).toEqual(presses);
});
