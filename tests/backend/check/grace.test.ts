/** Grace of slots: set on the type, kept by what was sold under it, judged at the gate, refused where there are no slots. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const slot = "13:00-14:00";
async function sold(ticketTypeId: number): Promise<string> {
  backend.setNow(friday);
  const { orderId } = await park.sell({ visitDay: today, lines: [{ ticketTypeId, quantity: 1, slot }] });
  const [ticket] = await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [
    orderId,
  ]);
  return ticket?.no ?? "";
}
async function at(time: string, code: string) {
  backend.setNow(new Date(`${today}T${time}:00+08:00`));
  const key = fresh("check-key");
  const { data } = await backend.call(checkTicket, { code, gateId: park.gateId, idempotencyKey: key });
  return [data.admitted, data.reason, data.message];
}
const slots = [{ startTime: "13:00", endTime: "14:00" }];

it("early within its minutes and late within them, said with the hours that it means; what was sold keeps its own", async () => {
  const typeId = await park.addType({ slots, graceBefore: 15, graceAfter: 10 });
  const [one, other, third] = [await sold(typeId), await sold(typeId), await sold(typeId)];
  expect(await at("12:44", one)).toEqual([false, "tooEarly", "12:45 起才能入园，现在是 12:44"]);
  expect((await at("12:45", one))[0]).toBe(true);
  expect((await at("14:10", other))[0]).toBe(true);
  expect(await at("14:11", third)).toEqual([false, "tooLate", "14:10 以后不能入园，现在是 14:11"]);
  await backend.sql("update ticket_type set grace_after = 60 where id = $1", [typeId]);
  expect((await at("14:20", third))[1]).toBe("tooLate");
  expect((await at("14:20", await sold(typeId)))[0]).toBe(true);
});

it("without slots there is nothing to be early for", async () => {
  const before = await digests(backend);
  await expect(park.addType({ graceBefore: 10 })).rejects.toThrow(
    /422.*"graceBefore":\["该票种没有分时段，无法设置提前或延后入园"\]/,
  );
  expect(changed(before, await digests(backend))).toEqual([]);
});
