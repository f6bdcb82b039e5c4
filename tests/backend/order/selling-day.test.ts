/** A random day at the tills: reports, ledger and every invariant agree with a count made from answers alone. */
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

test("two hundred steps: each drawer holds what was counted, each order what was paid", {
  timeout: 240_000,
}, async () => {
  const done = await sellingDay(house, { seed: 20_261_128, steps: 200 });
  const taken = ["sell", "change", "refund done", "refund waiting", "decide another's", "check", "correct", "close"];
  expect(Object.keys(done)).toEqual(expect.arrayContaining(taken.map((kind) => `${kind} 200`)));
});
