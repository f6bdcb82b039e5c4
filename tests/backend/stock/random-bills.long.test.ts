/** Random bills, posted, received and reversed, equal a plain model, a thousand times. */
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { stockOf } from "./bill-fixture";
import { play, steps } from "./bill-model";

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

test("a thousand series of random bills equal a plain model, in pieces and to the fen", async () => {
  const stock = stockOf(backend, second);
  await fc.assert(
    fc.asyncProperty(steps, (all) => play(backend, stock, parkId, all)),
    { numRuns: 1000 },
  );
}, 3_600_000);
