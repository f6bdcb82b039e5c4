/** Children's tickets that were sold because an adult paid, where the adult came with a combo: a person of it has several tickets. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";
import { saveCombo } from "./combos";
import { addConcession } from "./concessions";

let backend: TestBackend;
let park: TestPark;
let comboId: number;
let childId: number;
let proofs: { concessionId: number; seen: number }[];

/** A combo of entrance and cable car for one person, and children who are free, one for each paying adult. */
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const cable = await park.addType({ name: "索道票", listPrice: 6_000 });
  comboId = await park.addType({ name: "登山联票", kind: "combo", listPrice: 12_000, refundRule: "free" });
  await saveCombo(backend, comboId, [
    { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
    { ticketTypeId: cable, quantity: 1, weight: 1 },
  ]);
  const concessionId = await addConcession(backend, { name: "免票儿童", basis: "height", heightTo: 120, perAdult: 1 });
  childId = await park.addType({ name: "儿童免票", listPrice: 0, concessionId });
  proofs = [{ concessionId, seen: 2 }];
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

async function sell(...bought: [typeId: number, quantity: number][]) {
  const lines = bought.map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }));
  const reply = await backend.call(sellTickets, saleOf(childId, { lines, proofs }));
  expect([reply.status, reply.message]).toEqual([200, ""]);
  const { orderId } = reply.data;
  const rows = await backend.sql<{ id: number; no: string; set: number | null; child: boolean }>(
    `select id::float8 as id, ticket_no as no, combo_set as set, ticket_type_id = $2 as child
     from ticket where order_id = $1 order by id`,
    [orderId, childId],
  );
  const give = (tickets: readonly { id: number }[]) =>
    backend.call(refundOrder, {
      ...{ orderId, idempotencyKey: fresh("back"), reason: "改行程" },
      ticketIds: tickets.map(({ id }) => id),
    });
  const children = rows.filter(({ child }) => child);
  const ofSet = (set: number) => rows.filter((row) => row.set === set);
  const alone = rows.filter(({ set, child }) => set === null && !child);
  return { orderId, children, ofSet, alone, give };
}

it("the combo of the only adult goes back with the child alone, not without", async () => {
  const { orderId, children, ofSet, give } = await sell([comboId, 1], [childId, 1]);
  const [child] = children;
  const refused = await give(ofSet(1));
  expect([refused.status, refused.message]).toEqual([
    409,
    `“儿童免票”每名购票成人最多 1 张：退后只剩付费成人 0 名，请一并退掉 ${child?.no}`,
  ]);
  const ticketIds = ofSet(1).map(({ id }) => id);
  expect((await backend.call(quoteRefund, { orderId, ticketIds })).data.whyNot).toBe(refused.message);
  expect((await give([...ofSet(1), ...children])).data).toMatchObject({ state: "done", amount: 12_000 });
  expect((await backend.call(orderDetail, { id: orderId })).data.state).toBe("refunded");
});

it("two tickets of one person are one adult: of two combos and two children no combo goes by itself", async () => {
  const { children, ofSet, give } = await sell([comboId, 2], [childId, 2]);
  expect((await give(ofSet(2))).message).toMatch(/只剩付费成人 1 名/);
  const [child] = children;
  expect((await give([...ofSet(2), ...(child ? [child] : [])])).status).toBe(200);
  expect((await give(ofSet(1))).message).toMatch(/只剩付费成人 0 名/);
});

it("an adult by themselves goes where one with a combo stays", async () => {
  const { ofSet, alone, give } = await sell([comboId, 1], [park.adultId, 1], [childId, 1]);
  expect((await give(alone)).status).toBe(200);
  expect((await give(ofSet(1))).status).toBe(409);
});
