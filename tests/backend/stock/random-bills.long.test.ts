/** A thousand random bills, of pieces and of numbers, equal plain models. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { approver, stockOf } from "./bill-fixture";
import { play, stepsOf } from "./bill-model";
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

const series = { minLength: 30, maxLength: 60 };

test("a thousand bills equal plain models, in pieces, to the fen and number by number", async () => {
  let bills = 0;
  while (bills < 500)
    await fc.assert(
      fc.asyncProperty(stepsOf(series), async (all) => {
        await play(backend, stock, parkId, all);
        bills += all.filter((step) => !("which" in step)).length;
      }),
      { numRuns: 1 },
    );
  let numbered = 0;
  while (numbered < 500)
    await fc.assert(
      fc.asyncProperty(serialSteps(series), async (all) => {
        numbered += await playSerials(backend, stock, parkId, all);
      }),
      { numRuns: 1 },
    );
  expect(bills + numbered).toBeGreaterThanOrEqual(1_000);
}, 1_200_000);
