/** Days at the till at random equal a plain model of them: other presses every time, told by their seed. */
import { afterAll, beforeAll, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { openHouse, randomDay } from "./a-day-at-random";

let backend: TestBackend;
let house: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  backend = await openTestBackend();
  house = await openHouse(backend);
});
afterAll(() => backend.close());

test("six random days of three hundred presses equal their models", { timeout: 900_000 }, async () => {
  const first = Number(process.env.SEED ?? Date.now() % 1_000_000);
  for (let turn = 0; turn < 6; turn += 1) {
    const seed = first + turn;
    try {
      await randomDay(backend, house, { seed, steps: 300, day: `2026-12-0${turn + 1}` });
    } catch (error) {
      throw new Error(`with SEED=${seed}`, { cause: error });
    }
  }
});
