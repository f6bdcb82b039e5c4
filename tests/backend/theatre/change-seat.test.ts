/** Another seat for a ticket: at the same price, dearer and cheaper; and two at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { theatreChangeQuote, theatreChangeSeat } from "~/contract/theatre/change-seat";
import { theatreCheck, theatreUsher } from "~/contract/theatre/check";
import { theatreTickets } from "~/contract/theatre/sale";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday } from "~tests/support/park";
import { race } from "~tests/support/race";
import { hold, mapOf, openTheatre, seatIds, sell, seller, settle, type Theatre } from "./support";

// Rows 1 and 2 cost ¥80, row 3 ¥50.
let backend: TestBackend;
let house: Theatre;
let parkId = 0;
let other = "";
let sessionId = 0;
let day = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  ({ parkId } = await createPark(backend));
  house = await openTheatre(backend, parkId);
  other = await seller(backend, "seatSale/seatSale:change", "offlineOrderList");
});
beforeEach(async () => {
  backend.setNow(friday);
  day += 1;
  sessionId = await house.addSession({ day: new Date(friday.getTime() + day * 86_400_000).toISOString().slice(0, 10) });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const seatOf = async (name: string) => (await seatIds(backend, sessionId, name))[0] ?? 0;
const stateOf = async (name: string) => {
  const [row, number] = name.split("/");
  const { rows } = await mapOf(backend, sessionId);
  return rows.find((one) => one.name === row)?.seats.find((one) => one.number === number)?.state;
};
async function soldAt(...names: string[]) {
  await hold(backend, sessionId, await seatIds(backend, sessionId, ...names));
  const { orderId, orderNo } = (await sell(backend, sessionId)).data;
  const tickets = (await backend.call(theatreTickets, { orderNo })).data.tickets;
  return { orderId, orderNo, ticketId: tickets[0]?.id ?? 0, tickets };
}
const change = async (ticketId: number, to: string, more: object = {}, as = backend.admin) =>
  backend.call(
    theatreChangeSeat,
    { ticketId, seatId: await seatOf(to), idempotencyKey: fresh("change-key"), ...more },
    { as },
  );
const orderOf = async (id: number) =>
  (
    await backend.sql(
      "select total::int, payable::int, paid::int, exchanged::int, refunded::int from orders where id = $1",
      [id],
    )
  )[0];

describe("a ticket changes its seat", () => {
  test("for a free one of the same price, and keeps its number and its line", async () => {
    const { ticketId, orderId, orderNo } = await soldAt("1/1");
    const before = await orderOf(orderId);
    expect((await backend.call(theatreChangeQuote, { ticketId, seatId: await seatOf("2/2") })).data).toMatchObject({
      ...{ from: "池座 1排1座", to: "池座 2排2座", price: 8_000, newPrice: 8_000, due: 0, back: 0, ways: [] },
    });
    const reply = await change(ticketId, "2/2");
    expect(reply.data).toEqual({ label: "池座 2排2座", ticketNo: `${orderNo}-01`, due: 0, back: 0 });
    expect([await stateOf("1/1"), await stateOf("2/2")]).toEqual(["free", "sold"]);
    expect(await orderOf(orderId)).toEqual(before);
    await checkInvariants(backend);
  });

  test("for a dearer one: the difference is paid, the old ticket is void, the new one opens the door", async () => {
    const { ticketId, orderId, orderNo } = await soldAt("3/1", "3/2");
    const seatId = await seatOf("1/1");
    const { data: quote } = await backend.call(theatreChangeQuote, { ticketId, seatId });
    expect([quote.price, quote.newPrice, quote.due, quote.back]).toEqual([5_000, 8_000, 3_000, 0]);
    expect(quote.paymentTypes.length).toBeGreaterThan(0);
    const reply = await change(ticketId, "1/1", { expectedDue: 3_000, paymentType: "wechat" });
    expect([reply.message, reply.data]).toEqual([
      "",
      { label: "池座 1排1座", ticketNo: `${orderNo}-03`, due: 3_000, back: 0 },
    ]);
    expect([await stateOf("3/1"), await stateOf("1/1")]).toEqual(["free", "sold"]);
    expect(await orderOf(orderId)).toEqual({
      total: 18_000,
      payable: 18_000,
      paid: 13_000,
      exchanged: 5_000,
      refunded: 0,
    });
    const paid = await backend.sql("select payment_type, amount::int from payment where order_id = $1 order by id", [
      orderId,
    ]);
    expect(paid.at(-1)).toEqual({ payment_type: "wechat", amount: 3_000 });
    const check = (no: string) => backend.call(theatreCheck, { sessionId, ticketNo: no });
    expect((await check(`${orderNo}-01`)).message).toContain("已换座");
    expect((await check(`${orderNo}-03`)).data.seat).toBe("池座 1排1座");
    expect((await backend.call(theatreUsher, { sessionId })).data).toMatchObject({ sold: 2, checked: 1 });
    await checkInvariants(backend);
  });

  test("for a cheaper one: the difference goes back the way it came, and a refund gives back what is left", async () => {
    const { ticketId, orderId, orderNo } = await soldAt("1/1");
    const reply = await change(ticketId, "3/3", { expectedDue: -3_000 });
    expect([reply.message, reply.data.back]).toEqual(["", 3_000]);
    expect(await orderOf(orderId)).toEqual({
      total: 13_000,
      payable: 13_000,
      paid: 8_000,
      exchanged: 5_000,
      refunded: 3_000,
    });
    const ways = await backend.sql("select payment_type, amount::int from payment where order_id = $1 order by id", [
      orderId,
    ]);
    expect(ways).toEqual([
      { payment_type: "cash", amount: 8_000 },
      { payment_type: "cash", amount: -3_000 },
    ]);
    const { data } = await backend.call(quoteRefund, { orderId } as never);
    expect(data.tickets.filter(({ refundable }) => refundable).map(({ price }) => price)).toEqual([5_000]);
    const back = await backend.call(refundOrder, {
      orderId,
      reason: "退",
      idempotencyKey: fresh("refund-key"),
    } as never);
    expect([back.message, (await orderOf(orderId))?.refunded]).toEqual(["", 8_000]);
    expect([await stateOf("1/1"), await stateOf("3/3")]).toEqual(["free", "free"]);
    expect((await backend.call(theatreTickets, { orderNo })).data.tickets.map(({ state }) => state)).toEqual([
      "refunded",
    ]);
    await checkInvariants(backend);
  });

  test("to a seat that one holds oneself, and back again", async () => {
    const { ticketId, orderNo } = await soldAt("1/1");
    await hold(backend, sessionId, [await seatOf("3/4")]);
    expect((await backend.call(theatreTickets, { orderNo })).data.others[0]?.label).toBe("池座 3排4座");
    const { ticketNo } = (await change(ticketId, "3/4")).data;
    const [fresh] = (await backend.call(theatreTickets, { orderNo })).data.tickets;
    expect([fresh?.ticketNo, (await mapOf(backend, sessionId)).mine]).toEqual([ticketNo, []]);
    expect((await change(fresh?.id ?? 0, "1/1", { paymentType: "cash" })).data).toMatchObject({ due: 3_000 });
    expect([await stateOf("1/1"), await stateOf("3/4")]).toEqual(["sold", "free"]);
    await checkInvariants(backend);
  });

  test("pressed twice it is done once", async () => {
    const { ticketId, orderId } = await soldAt("3/1");
    const key = { idempotencyKey: fresh("change-key"), paymentType: "cash" };
    const [one, two] = [await change(ticketId, "1/1", key), await change(ticketId, "1/1", key)];
    expect(two.data).toEqual(one.data);
    expect(await backend.sql("select 1 from order_change where order_id = $1", [orderId])).toHaveLength(1);
  });

  test("a cancelled session gives back what the new ticket cost, once", async () => {
    const { ticketId, orderId } = await soldAt("3/1");
    await change(ticketId, "1/1", { paymentType: "cash" });
    await settle(backend, sessionId);
    await createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
    expect(await orderOf(orderId)).toMatchObject({ paid: 8_000, exchanged: 5_000, refunded: 8_000 });
    await checkInvariants(backend);
  });
});

describe("a change that is refused writes nothing", () => {
  async function refused(
    status: number,
    says: string | RegExp,
    press: () => Promise<{ status: number; message: string }>,
  ) {
    const before = await digests(backend);
    const reply = await press();
    expect([reply.status, reply.message]).toEqual([status, expect.stringMatching(says)]);
    expect(changed(before, await digests(backend))).toEqual([]);
  }

  test("of a seat that is taken, not for sale or none, and of a ticket that is none", async () => {
    const { ticketId } = await soldAt("1/1");
    await hold(backend, sessionId, [await seatOf("2/1")], other);
    await refused(409, "已被占用", () => change(ticketId, "2/1"));
    await refused(409, /./, () => change(ticketId, "3/8"));
    const seatId = 999_999;
    await refused(422, /./, () =>
      backend.call(theatreChangeSeat, { ticketId, seatId, idempotencyKey: fresh("change-key") }),
    );
    await refused(404, /./, () =>
      backend.call(theatreChangeSeat, { ticketId: 999_999, seatId, idempotencyKey: fresh("change-key") }),
    );
  });

  test("of an amount that moved, or of more than goes back without approval", async () => {
    const { ticketId } = await soldAt("1/1");
    await refused(409, "差价已变", () => change(ticketId, "3/1", { expectedDue: 0 }));
    const limit = (fen: number) =>
      backend.sql("update sys_param set param_option = $1 where param_code = 'refundApprovalLimit'", [String(fen)]);
    await limit(2_999);
    await refused(409, "超过免审批上限", () => change(ticketId, "3/1"));
    await limit(3_000);
    expect((await change(ticketId, "3/1")).success).toBe(true);
    await limit(50_000);
  });

  test("of a ticket that is checked, given back, changed before, or whose session has begun", async () => {
    const { ticketId, orderNo, tickets } = await soldAt("1/1", "1/2", "3/1");
    await backend.call(theatreCheck, { sessionId, ticketNo: `${orderNo}-01` });
    await refused(409, "已检票", () => change(ticketId, "2/1"));
    const cheap = tickets.find(({ price }) => price === 5_000)?.id ?? 0;
    await change(cheap, "2/2", { paymentType: "cash" });
    await refused(409, "已换座", () => change(cheap, "2/3"));
    backend.setNow(new Date(friday.getTime() + 60 * 86_400_000));
    await refused(409, /开演$/, () => change(tickets[1]?.id ?? 0, "2/1"));
  });

  test("by whoever lacks the right, of another park, or of another tenant", async () => {
    const { ticketId } = await soldAt("1/1");
    const cashier = await seller(backend);
    await refused(403, /./, () => change(ticketId, "3/1", {}, cashier));
    const elsewhere = await createPark(backend);
    const { token } = await backend.createUser({
      grants: ["seatSale", "seatSale/seatSale:change"],
      parks: [elsewhere.parkId],
    });
    await refused(404, /./, () => change(ticketId, "3/1", {}, token));
    // Somebody else's sale, and no list of orders in which it stands.
    const own = await backend.createUser({ grants: ["seatSale", "seatSale/seatSale:change"] });
    await refused(404, /./, () => change(ticketId, "3/1", {}, own.token));
    const stranger = await backend.createCorp("0078");
    await refused(404, /./, () => change(ticketId, "3/1", {}, stranger));
    const last = await change(ticketId, "3/1", {}, other);
    expect([last.status, last.message]).toEqual([200, ""]);
  });
});

describe("at once", () => {
  test("of many changes of one ticket one is done, and one difference is paid", async () => {
    const { ticketId, orderId } = await soldAt("3/1");
    const names = ["1/1", "1/2", "1/3", "1/4", "1/5", "1/6"];
    const ids = await seatIds(backend, sessionId, ...names);
    const all = await race(backend, names.length, (person) =>
      backend.call(theatreChangeSeat, {
        ...{ ticketId, seatId: ids[person] ?? 0, idempotencyKey: fresh("change-key"), paymentType: "cash" },
      }),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await orderOf(orderId)).toMatchObject({ paid: 8_000, exchanged: 5_000 });
    await checkInvariants(backend);
  });

  test("of many who change to one seat, or buy it, one has it", async () => {
    const sold: { ticketId: number }[] = [];
    for (const name of ["3/1", "3/2", "3/3", "2/1", "2/2"]) sold.push(await soldAt(name));
    const seatId = await seatOf("1/1");
    const all = await race(backend, 6, async (person): Promise<boolean> => {
      if (person === 5) return (await hold(backend, sessionId, [seatId], other)).success;
      const wish = { ticketId: sold[person]?.ticketId ?? 0, seatId, paymentType: "cash" };
      return (await backend.call(theatreChangeSeat, { ...wish, idempotencyKey: fresh("change-key") })).success;
    });
    expect(all.filter(Boolean)).toHaveLength(1);
    await checkInvariants(backend);
  });

  test("a refund and a change of one ticket: the money agrees whoever comes first", async () => {
    const { ticketId, orderId } = await soldAt("3/1");
    const seatId = await seatOf("1/1");
    await race(
      backend,
      2,
      async (person): Promise<unknown> =>
        person === 0
          ? backend.call(theatreChangeSeat, {
              ticketId,
              seatId,
              paymentType: "cash",
              idempotencyKey: fresh("change-key"),
            })
          : backend.call(refundOrder, { orderId, reason: "退", idempotencyKey: fresh("refund-key") } as never),
    );
    const after = await orderOf(orderId);
    expect(after?.paid === after?.refunded).toBe(true);
    await checkInvariants(backend);
  });
});
