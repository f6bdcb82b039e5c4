/** A gate that parks share takes the tickets of each, in its order, and counts people for the park whose ticket it took. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parkCapacity } from "~/contract/ticket/capacity";
import { checkTicket, uploadPassages } from "~/contract/ticket/check";
import { gate } from "~/contract/ticket/gate";
import { sharedGate } from "~/contract/ticket/shared-gate";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let hill: TestPark;
let lake: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  [hill, lake] = [await createPark(backend), await createPark(backend)];
  await backend.sql("update park set name = '碧湖' where id = $1", [lake.parkId]);
  backend.setNow(friday);
});
afterAll(() => backend.close());

const { methods, commands } = sharedGate;
const share = (fields: object = {}, as = backend.admin) => {
  const parks = [
    { parkId: lake.parkId, gateGroupId: lake.gateGroupId },
    { parkId: hill.parkId, gateGroupId: null },
  ];
  return backend.call(methods.save, { name: "连廊", gateId: hill.gateId, parks, remark: null, ...fields } as never, {
    as,
  });
};
const enter = async (code: string, gateId = hill.gateId, as = backend.admin) =>
  (await backend.call(checkTicket, { gateId, code, idempotencyKey: fresh("check-key") }, { as })).data;
const one = (typeId: number) => ({ lines: [{ ticketTypeId: typeId, quantity: 1 }] });
const passed = (orderId: number) =>
  backend.sql<{ park: number }>(
    "select park_id::int as park from passage where order_id = $1 and through > 0 order by id",
    [orderId],
  );

test("a ticket of the other park is refused while the gate is its own park's alone, and taken once it is shared", async () => {
  const { orderId, orderNo } = await lake.sell(one(lake.adultId));
  expect((await enter(orderNo)).reason).toBe("wrongPark");
  const { id } = (await share()).data;
  const verdict = await enter(orderNo);
  expect([verdict.admitted, verdict.message]).toEqual([true, expect.stringMatching(/^【碧湖】/)]);
  expect(await passed(orderId)).toEqual([{ park: lake.parkId }]);
  expect((await enter(orderNo)).reason).toBe("alreadyUsed");
  await backend.call(commands.suspend.method, { id } as never);
  const other = await lake.sell(one(lake.adultId));
  expect((await enter(other.orderNo)).reason).toBe("wrongPark");
});

test("of an order with tickets of both parks the first park's go first, and the second's the next time", async () => {
  await share();
  const lines = [hill, lake].map(({ adultId }) => ({ ticketTypeId: adultId, quantity: 1 }));
  const { orderId, orderNo } = await hill.sell({ lines });
  expect((await enter(orderNo)).message).toMatch(/^【碧湖】/);
  expect((await enter(orderNo)).message).toMatch(/^【青云山景区】/);
  expect((await enter(orderNo)).admitted).toBe(false);
  expect(await passed(orderId)).toEqual([{ park: lake.parkId }, { park: hill.parkId }]);
});

test("a ticket that admits through one group of its park alone goes through where the gate stands for that group", async () => {
  await share();
  const type = await lake.addType({ gateGroupId: lake.gateGroupId });
  const { orderNo } = await lake.sell(one(type));
  expect((await enter(orderNo)).admitted).toBe(true);
  await backend.sql("update shared_gate_park set gate_group_id = null where park_id = $1", [lake.parkId]);
  const other = await lake.sell(one(type));
  expect((await enter(other.orderNo)).reason).toBe("wrongGate");
});

test("it stops at the number of people of the park whose ticket it is", async () => {
  await backend.sql("update gate set direction = 'both' where id = $1", [hill.gateId]);
  await share();
  const limits = { dayMax: 1000, momentMax: 1, warnAt: 90, stops: true };
  await backend.call(parkCapacity.methods.save, { parkId: lake.parkId, ...limits } as never);
  const [first, second] = [await lake.sell(one(lake.adultId)), await lake.sell(one(lake.adultId))];
  expect((await enter(first.orderNo)).admitted).toBe(true);
  expect((await enter(second.orderNo)).reason).toBe("full");
  const own = await hill.sell(one(hill.adultId));
  expect((await enter(own.orderNo)).admitted).toBe(true);
});

test("what it let through without a line counts for the ticket's park as well", async () => {
  await share();
  const { orderId, orderNo } = await lake.sell(one(lake.adultId));
  const [{ code: gateCode = "" } = {}] = await backend.sql<{ code: string }>("select code from gate where id = $1", [
    hill.gateId,
  ]);
  const passage = { passageKey: fresh("pass-key"), gateCode, code: orderNo, at: friday.toISOString(), admitted: true };
  const { data } = await backend.call(uploadPassages, { passages: [passage as never] });
  expect([data.accepted, await passed(orderId)]).toEqual([1, [{ park: lake.parkId }]]);
});

test("its own park, several parks and their own gate groups are asked for; a gate is shared once, by right and tenant", async () => {
  await share();
  const fields = async (wrong: object) => {
    const { status, errors } = await share({ gateId: lake.gateId, ...wrong });
    expect(status).toBe(422);
    return Object.keys(errors ?? {}).map((name) => name.split(".")[0]);
  };
  expect(await fields({ gateId: hill.gateId })).toEqual(["gateId"]);
  expect(await fields({ parks: [{ parkId: lake.parkId, gateGroupId: null }] })).toEqual(["parks"]);
  const third = await createPark(backend);
  const others = [
    { parkId: hill.parkId, gateGroupId: null },
    { parkId: third.parkId, gateGroupId: null },
  ];
  const before = await digests(backend);
  expect(await fields({ parks: others })).toEqual(["parks"]);
  expect(
    await fields({
      parks: [
        { parkId: lake.parkId, gateGroupId: hill.gateGroupId },
        { parkId: hill.parkId, gateGroupId: null },
      ],
    }),
  ).toEqual(["parks"]);
  expect(changed(before, await digests(backend))).toEqual([]);
  const reader = await backend.createUser({ grants: ["manyParkGateChild"] });
  expect((await share({ gateId: lake.gateId }, reader.token)).status).toBe(403);
  const tenant = await backend.createCorp(`6${String(Date.now()).slice(-3)}`);
  expect((await share({ gateId: lake.gateId }, tenant)).status).toBe(422);
});

test("a gate, a park and a gate group that are shared are not deleted", async () => {
  await share();
  const refused = await backend.call(gate.methods.remove, { id: hill.gateId });
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("连廊")]);
});
