/** Notices of one payment at the same moment: its money is booked once. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payAccount } from "~/contract/order/pay-account";
import { askPayment } from "~/contract/order/pay-attempt";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, saleOf, type TestPark } from "~tests/support/park";
import { alipayFields, PayCompanies } from "~tests/support/pay-companies";
import { raceIsReal, raceToInsert } from "~tests/support/race";

const companies = new PayCompanies();
let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  await companies.open();
  // The control writes what must not be.
  backend = await openTestBackend({ moneyMadeUp: true });
  park = await createPark(backend);
  await backend.saved(payAccount.methods.save, alipayFields);
});
afterAll(async () => {
  await backend.close();
  await companies.close();
});

/** A sale of 160 yuan, whose payment the company tells of twice at once; answers the fen that were booked. */
async function booked(): Promise<number> {
  companies.trades.clear();
  const { data } = await backend.call(sellTickets, saleOf(park.adultId, { posId: park.posId, paymentType: "alipay" }));
  await backend.call(askPayment, { orderId: data.orderId });
  const trade = companies.only();
  trade.status = "paid";
  const [account] = await backend.sql<{ key: string }>("select notice_key as key from pay_account");
  const { body, headers } = companies.alipayNotice(trade);
  await raceToInsert(backend, "payment", 2, () =>
    backend.app.request(`/payNotice/${account?.key}`, { method: "POST", body, headers }),
  );
  const [sum] = await backend.sql<{ amount: number }>(
    "select coalesce(sum(amount), 0)::int as amount from payment where order_id = $1",
    [data.orderId],
  );
  return sum?.amount ?? 0;
}

test("two notices at once are one payment", async () => {
  expect(await booked()).toBe(16_000);
});

test.runIf(raceIsReal)("the control: without the lock on the order the money is booked twice", async () => {
  const { query } = pg.Client.prototype;
  const unlocked = (asked: unknown): unknown => {
    if (typeof asked === "string") return asked.replace(/for update( of \w+)?/g, "");
    return typeof asked === "object" && asked !== null && "text" in asked
      ? // Without its name, which belongs to the text with the lock.
        { ...asked, text: unlocked(asked.text), name: undefined }
      : asked;
  };
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, asked: unknown, ...more: unknown[]) {
      return Reflect.apply(query, this, [unlocked(asked), ...more]);
    },
  });
  try {
    expect(await booked()).toBe(32_000);
  } finally {
    pg.Client.prototype.query = query;
  }
});
