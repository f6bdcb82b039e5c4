/** Random bills that name numbers equal a plain model: each number is at one place, and pieces are the numbers that are there. */
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { stockOf } from "./bill-fixture";
import { playSerials, serialSteps } from "./serial-model";

let backend: TestBackend;
let parkId = 0;
let second = "";
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  const approve = ["listInBillsRecord/stockIn:approve", "listOutBillsRecord/stockOut:approve"];
  const grants = ["listInBillsRecord", "listOutBillsRecord", "pageStoInvaldMes", ...approve];
  ({ token: second } = await backend.createUser({ grants: [...grants, "pageStoInvaldMes/stockWriteOff:approve"] }));
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

test("four series of bills with numbers equal a plain model", async () => {
  const stock = stockOf(backend, second);
  await fc.assert(
    fc.asyncProperty(serialSteps({ minLength: 8, maxLength: 20 }), async (all) => {
      await playSerials(backend, stock, parkId, all);
    }),
    { numRuns: 4 },
  );
}, 120_000);
