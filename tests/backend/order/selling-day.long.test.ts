/** A random day of two thousand steps, another every time, told by its seed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { type House, openHouse, sellingDay } from "./a-selling-day";

let backend: TestBackend;
let house: House;
beforeAll(async () => {
  backend = await openTestBackend();
  house = await openHouse(backend);
});
afterAll(() => backend.close());

test("two thousand steps: each drawer holds what was counted, each order what was paid", {
  timeout: 900_000,
}, async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  try {
    const done = await sellingDay(house, { seed, steps: 2_000 });
    expect(done["close 200"]).toBeGreaterThan(5);
  } catch (error) {
    throw new Error(`with SEED=${seed}`, { cause: error });
  }
});
