/** Reconciliation: statements from a file against the ledger, orders against what was issued, and records that are handled. */
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { correctPayType, payTypePayments, payTypeQuote } from "~/contract/order/pay-type";
import { abnormalRecord, paymentStatement, statementLine } from "~/contract/order/reconciliation";
import { compare } from "~server/backend/business/order/payment/match";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { digests } from "~tests/support/digests";
import { createPark, fresh, friday, type TestPark } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { csv, importing } from "../imports/importing";

describe("a statement is compared", () => {
  const at = (minute: number) => new Date(friday.getTime() + minute * 60_000);
  const row = (id: number, orderNo: string, amount: number, minute = 0) => ({ id, orderNo, amount, at: at(minute) });
  const ids = ({ matched, differs, missingHere, missingThere }: ReturnType<typeof compare>) => ({
    matched: matched.map(({ line, payment }) => [line.id, payment.id]),
    differs: differs.map(({ line, payment }) => [line.id, payment.id]),
    missingHere: missingHere.map(({ id }) => id),
    missingThere: missingThere.map(({ id }) => id),
  });
  const none = { matched: [], differs: [], missingHere: [], missingThere: [] };

  test("by order number and amount, whatever the time", () => {
    expect(ids(compare([row(1, "A", 100, 900)], [row(9, "A", 100)]))).toEqual({ ...none, matched: [[1, 9]] });
  });
  test("without a number by amount and the nearest time, within a quarter of an hour", () => {
    const payments = [row(7, "A", 100, 0), row(8, "B", 100, 10), row(9, "C", 100, 60)];
    expect(ids(compare([row(1, "", 100, 9), row(2, "", 100, 80)], payments))).toEqual({
      ...none,
      matched: [[1, 8]],
      missingHere: [2],
      missingThere: [7, 9],
    });
  });
  test("with another amount of the order it differs, and a refund is no payment", () => {
    expect(ids(compare([row(1, "A", 90)], [row(8, "A", 100), row(9, "A", -90)]))).toEqual({
      ...none,
      differs: [[1, 8]],
      missingThere: [9],
    });
  });
  test("each payment once: the same line twice is missing here", () => {
    expect(ids(compare([row(1, "A", 100), row(2, "A", 100)], [row(9, "A", 100)]))).toEqual({
      ...none,
      matched: [[1, 9]],
      missingHere: [2],
    });
  });
  test("the right amount goes before another one, whatever the order of the lines", () => {
    expect(ids(compare([row(1, "A", 90), row(2, "A", 100)], [row(8, "A", 100), row(9, "A", 80)]))).toEqual({
      ...none,
      matched: [[2, 8]],
      differs: [[1, 9]],
    });
  });
  test("five thousand lines of one amount are no square", () => {
    const many = Array.from({ length: 5_000 }, (_, place) => place);
    const found = compare(
      many.map((place) => row(place + 1, `N${place}`, 100, place)),
      many.map((place) => row(place + 1, `N${place}`, 100, place)),
    );
    expect(found.matched).toHaveLength(5_000);
  });
});

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  park = await createPark(backend);
});
afterEach(() => backend.close());

const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => friday }).drain();
const nightly = async () => {
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'reconcilePayments')");
  await work();
};
const records = async (as = backend.admin) =>
  (await backend.call(abnormalRecord.methods.list, { pageSize: 100 }, { as })).data.records;
const kinds = async () => (await records()).map(({ kind, state }) => `${kind} ${state}`).sort();
const sell = (paymentType: string, quantity = 1) =>
  park.sell({ paymentType, lines: [{ ticketTypeId: park.adultId, quantity }] });
const head = ["交易流水号", "支付方式", "收支类型", "交易时间", "金额", "订单号"];
const bring = async (...rows: string[][]) => {
  const { checked, run, work: imports } = importing(backend, statementLine.imports);
  const seen = await checked(csv([head, ...rows]), "对账单.csv");
  await run(seen.id, "good");
  await imports();
  return seen;
};
const line = (orderNo: string, yuan: string, fields: Partial<{ no: string; kind: string; at: string }> = {}) => [
  ...[fields.no ?? fresh("T"), "微信", fields.kind ?? "收款", fields.at ?? "2026-11-20 10:00:05", yuan, orderNo],
];
const statement = async () => (await backend.call(paymentStatement.methods.list, {})).data.records[0];
const reconcile = async (id?: number) =>
  backend.call(paymentStatement.methods.reconcile, { id: id ?? Number((await statement())?.id) });

describe("a payment statement", () => {
  it("comes from a file with a preview, is reconciled, and balances to the fen", async () => {
    const [one, two, three] = [await sell("wechat"), await sell("wechat", 2), await sell("wechat", 3)];
    await sell("cash");
    const seen = await bring(
      line(one.orderNo, "80.00", { no: "W1" }),
      line(two.orderNo, "159.99"),
      line("OD20261120999999", "12.34"),
      line("", "abc"),
    );
    expect([seen.good, seen.bad]).toEqual([3, 1]);
    expect(await statement()).toMatchObject({ state: "waiting", name: "微信 2026-11-20" });
    expect((await reconcile()).status).toBe(200);
    expect(await statement()).toMatchObject({
      ...{ state: "uneven", stated: 8_000 + 15_999 + 1_234, ours: 8_000 + 16_000 + 24_000, matched: 8_000 },
      ...{ missingHere: 1_234, missingThere: 24_000, differsStated: 15_999, differsOurs: 16_000 },
    });
    expect(await kinds()).toEqual(["missingHere open", "missingThere open", "statementDiffers open"]);
    expect((await records()).find(({ kind }) => kind === "missingThere")).toMatchObject({
      ...{ orderNo: three.orderNo, orderId: three.orderId, ours: 24_000, stated: null },
    });
    const results = (await backend.call(statementLine.methods.list, {})).data.records.map(({ result }) => result);
    expect(results.sort()).toEqual(["differs", "matched", "missingHere"]);
    // Twice finds the same once, by hand and by night.
    await reconcile();
    await nightly();
    expect(await kinds()).toHaveLength(3);
    // The same file again has the same lines.
    expect((await bring(line(one.orderNo, "80.00", { no: "W1" }))).bad).toBe(1);
    // What comes later evens it: the record is resolved by itself.
    await bring(line(three.orderNo, "240.00"));
    expect((await statement())?.state).toBe("waiting");
    await reconcile();
    expect(await kinds()).toEqual(["missingHere open", "missingThere resolved", "statementDiffers open"]);
  });

  it("finds a payment by the type that it was corrected to, at the time when the money came", async () => {
    const { orderId, orderNo } = await sell("cash");
    await bring(line(orderNo, "80.00"));
    await reconcile();
    expect(await kinds()).toEqual(["missingHere open"]);
    const correct = async (toType: string) => {
      const { payments } = (await backend.call(payTypePayments, { orderNo })).data;
      const paymentId = payments[0]?.id ?? 0;
      const { version } = (await backend.call(payTypeQuote, { paymentId })).data;
      const asked = { paymentId, toType, version, reason: "收银按错键", idempotencyKey: fresh("correct") };
      expect((await backend.call(correctPayType, asked)).message).toBe("");
    };
    // Days later, when the statement is gone through.
    backend.setNow(new Date(friday.getTime() + 9 * 86_400_000));
    await correct("wechat");
    await reconcile();
    expect(await kinds()).toEqual(["missingHere resolved"]);
    expect(await statement()).toMatchObject({ state: "even", stated: 8_000, ours: 8_000, matched: 8_000 });
    await correct("card");
    await reconcile();
    expect((await statement())?.state).toBe("uneven");
    const [row] = await backend.sql("select sum(amount)::int as sum from payment where order_id = $1", [orderId]);
    expect(row).toEqual({ sum: 8_000 });
  });

  it("knows a payment by amount and time without a number, refunds by themselves, and a neighbouring day", async () => {
    const { orderNo } = await sell("wechat");
    await bring(line("", "80.00", { at: "2026-11-20 10:04:00" }), line(orderNo, "80.00", { kind: "退款" }));
    await reconcile();
    expect(await statement()).toMatchObject({ matched: 8_000, missingHere: -8_000, missingThere: 0, stated: 0 });
    const other = await sell("wechat", 2);
    await bring(line(other.orderNo, "160.00", { at: "2026-11-21 00:00:03" }));
    const next = await statement();
    expect(next?.name).toBe("微信 2026-11-21");
    await reconcile();
    expect(await statement()).toMatchObject({ state: "even", matched: 16_000, ours: 16_000 });
  });

  it("tells money for an order that was closed as late", async () => {
    const { orderNo, orderId } = await sell("cash");
    await backend.sql("update orders set state = 'cancelled' where id = $1", [orderId]);
    await bring(line(orderNo, "80.00"));
    await reconcile();
    expect(await kinds()).toEqual(["lateNotice open"]);
  });

  it("goes with its last line, and what it had found is resolved", async () => {
    await bring(line("OD1", "1.00"));
    await reconcile();
    const id = Number((await backend.call(statementLine.methods.list, {})).data.records[0]?.id);
    expect((await backend.call(statementLine.methods.remove, { id })).status).toBe(200);
    await nightly();
    expect([await statement(), await kinds()]).toEqual([undefined, ["missingHere resolved"]]);
  });

  it("is reconciled by two at once as by one", { timeout: 60_000 }, async () => {
    const { orderNo } = await sell("wechat");
    await bring(line(orderNo, "79.00"), line("OD1", "1.00"));
    const id = Number((await statement())?.id);
    await race(backend, 4, () => reconcile(id));
    expect(await kinds()).toEqual(["missingHere open", "statementDiffers open"]);
  });
});

describe("orders", () => {
  it("paid and not issued, issued twice, of no product, with other money and paid after their end are found once", async () => {
    const made = [
      await sell("cash", 2),
      await sell("cash"),
      await sell("cash"),
      await sell("cash"),
      await sell("cash"),
    ];
    const id = (place: number) => made[place]?.orderId ?? 0;
    await nightly();
    expect(await kinds()).toEqual([]);
    await backend.sql("set session_replication_role = replica");
    try {
      await backend.sql("delete from ticket where id = (select max(id) from ticket where order_id = $1)", [id(0)]);
      await backend.sql(
        `insert into ticket
         select (jsonb_populate_record(t, jsonb_build_object('id', 999999, 'ticket_no', left(ticket_no, -4) || '9999', 'qr_text', left(qr_text, -4) || '9999'))).*
         from ticket t where order_id = $1`,
        [id(1)],
      );
      await backend.sql("update sub_order set subject_id = 99999 where order_id = $1", [id(2)]);
      await backend.sql("update payment set amount = 7999 where order_id = $1", [id(3)]);
      await backend.sql("update orders set state = 'expired' where id = $1", [id(4)]);
    } finally {
      await backend.sql("set session_replication_role = origin");
    }
    await nightly();
    const found = ["amountDiffers", "issuedTwice", "lateNotice", "paidNotIssued", "unknownProduct"];
    expect(await kinds()).toEqual(found.map((kind) => `${kind} open`));
    const by = new Map((await records()).map((row) => [row.kind, row]));
    expect(by.get("paidNotIssued")).toMatchObject({ orderId: id(0), piecesSold: 2, piecesIssued: 1 });
    expect(by.get("issuedTwice")).toMatchObject({ orderId: id(1), piecesSold: 1, piecesIssued: 2 });
    expect(by.get("amountDiffers")).toMatchObject({ orderId: id(3), stated: 8_000, ours: 7_999 });
    await nightly();
    expect(await kinds()).toHaveLength(5);
    // Put right, it is resolved; wrong again, it is open again.
    const handled = Number(by.get("lateNotice")?.id);
    expect((await backend.call(abnormalRecord.methods.handle, { id: handled, note: "已退给游客" })).status).toBe(200);
    await backend.sql("update sub_order set subject_id = $2 where order_id = $1", [id(2), park.adultId]);
    await nightly();
    expect((await kinds()).filter((one) => !one.endsWith("open"))).toEqual([
      "lateNotice handled",
      "unknownProduct resolved",
    ]);
    await backend.sql("update sub_order set subject_id = 99999 where order_id = $1", [id(2)]);
    await nightly();
    expect((await kinds()).filter((one) => one.startsWith("unknown"))).toEqual(["unknownProduct open"]);
  });
});

describe("an abnormal record", () => {
  const oneRecord = async () => {
    await bring(line("OD1", "1.00"));
    await reconcile();
    return Number((await records())[0]?.id);
  };
  const handle = (id: number, note: unknown, as = backend.admin) =>
    backend.call(abnormalRecord.methods.handle, { id, note } as never, { as });

  it("is handled once, with a note; the second press and a refused one write nothing", async () => {
    const id = await oneRecord();
    const seller = await backend.createUser({ grants: ["networkOrderOfabnormalRecord"] });
    const tenant = await backend.createCorp("7702");
    const before = await digests(backend);
    expect((await handle(id, "")).status).toBe(422);
    expect((await handle(id, "看过", seller.token)).status).toBe(403);
    expect((await handle(id, "看过", tenant)).status).toBe(404);
    expect(await records(tenant)).toEqual([]);
    expect(await digests(backend)).toEqual(before);
    const both = await race(backend, 2, (person) => handle(id, `第 ${person} 人`));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await records())[0]).toMatchObject({ state: "handled", handledBy: expect.any(String) });
  });

  it("of another park's order is not seen, and who sees a part of the orders reconciles none", async () => {
    await sell("wechat");
    await bring(line("OD1", "1.00"));
    await reconcile();
    const other = await createPark(backend);
    const grants = [
      "networkOrderOfabnormalRecord",
      "paymentStatementList",
      "paymentStatementList/paymentStatement:reconcile",
    ];
    const bound = await backend.createUser({ grants, parks: [other.parkId] });
    expect((await records(bound.token)).map(({ kind }) => kind)).toEqual(["missingHere"]);
    const refused = await backend.call(
      paymentStatement.methods.reconcile,
      { id: Number((await statement())?.id) },
      { as: bound.token },
    );
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("只能看到一部分")]);
  });

  test.runIf(raceIsReal)("the control: without the look at the state both handle it", async () => {
    const id = await oneRecord();
    // Two that have both seen it open each write their note: the last one stays, and the first is lost.
    const both = await race(backend, 2, (person) =>
      backend.sql(
        "update abnormal_record set state = 'handled', handled_at = now(), note = $2 where id = $1 returning id",
        [id, `第 ${person} 人`],
      ),
    );
    expect(both.map((rows) => rows.length)).toEqual([1, 1]);
  });
});
