/** Random bills, posted, received and reversed, equal plain models: in pieces, to the fen, and number by number. */
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { approver, stockOf } from "./bill-fixture";
import { play, steps } from "./bill-model";
import { playSerials, serialSteps } from "./serial-model";

let backend: TestBackend;
let stock: ReturnType<typeof stockOf>;
let parkId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  stock = stockOf(backend, await approver(backend));
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

test("five series of random bills equal a plain model, in pieces and to the fen", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (all) => play(backend, stock, parkId, all)),
    { numRuns: 5 },
  );
}, 60_000);

test("four series of bills with numbers equal a plain model: each number is at one place, and pieces are the numbers there", async () => {
  await fc.assert(
    fc.asyncProperty(serialSteps({ minLength: 8, maxLength: 20 }), async (all) => {
      await playSerials(backend, stock, parkId, all);
    }),
    { numRuns: 4 },
  );
}, 120_000);
