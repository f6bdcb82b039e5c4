/** Orders of connected applications: signatures, holds, notices of payment, and what each may not do. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessApp, renewAccessSecret } from "~/contract/platform/access-app";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, friday, type TestPark, today } from "~tests/support/park";
import { ask, createPartner, orderOf, type Partner } from "./partner";

let backend: TestBackend;
let park: TestPark;
let partner: Partner;

beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  partner = await createPartner(backend);
});
afterAll(() => backend.close());

const place = (fields: Record<string, unknown> = {}, as = partner) =>
  ask(backend, as, "POST", "/orders", orderOf(park.adultId, today, fields));
const pay = (outerNo: string, fields: Record<string, unknown> = {}, as = partner, bent = {}) =>
  ask(backend, as, "POST", `/orders/${outerNo}/pay`, { payNo: `P-${outerNo}`, amount: 8000, ...fields }, bent);
const query = (outerNo: string, as = partner) => ask(backend, as, "GET", `/orders/${outerNo}`);
const payments = async () => (await backend.sql<{ n: number }>("select count(*)::int as n from payment"))[0]?.n;
const written = async () => (await backend.sql<{ n: number }>("select count(*)::int as n from open_order"))[0]?.n;

describe("who asks", () => {
  const products = (bent: Parameters<typeof ask>[5] = {}, as: Pick<Partner, "code" | "secret"> = partner) =>
    ask(backend, as, "GET", `/products?visitDay=${today}`, undefined, bent);

  it("a right signature is answered with what the channel sells, at its price", async () => {
    const hidden = await park.addType({ name: "仅窗口", channels: ["window"] });
    const { status, data } = await products();
    expect(status).toBe(200);
    const ids = data.products.map(({ ticketTypeId }: { ticketTypeId: number }) => ticketTypeId);
    expect(ids).toContain(park.adultId);
    expect(ids).not.toContain(hidden);
    expect(data.products.find((one: { ticketTypeId: number }) => one.ticketTypeId === park.adultId)).toMatchObject({
      price: 8000,
      whyNot: "",
    });
  });

  it("a wrong secret, another body, an unknown application, another corp: 401 and the same sentence", async () => {
    const other = await products({ secret: "x".repeat(64) });
    const body = await ask(backend, partner, "POST", "/orders", orderOf(park.adultId, today), { signedBody: "{}" });
    const nobody = await products({}, { code: "nobody", secret: partner.secret });
    await backend.createCorp("0777");
    const elsewhere = await products({ corpCode: "0777" });
    const all = [other, body, nobody, elsewhere];
    expect(all.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(all.map(({ message }) => message)).size).toBe(1);
  });

  it("a clock that is more than five minutes off is refused, both ways", async () => {
    for (const minutes of [-5.1, 5.1]) {
      const { status } = await products({ at: new Date(friday.getTime() + minutes * 60_000) });
      expect(status).toBe(401);
    }
    expect((await products({ at: new Date(friday.getTime() - 4.9 * 60_000) })).status).toBe(200);
  });

  it("a replay is refused, also of a request that was refused itself", async () => {
    const nonce = randomUUID();
    expect((await products({ nonce })).status).toBe(200);
    expect((await products({ nonce })).status).toBe(401);
    const again = randomUUID();
    const bad = () => ask(backend, partner, "POST", "/orders", { outerNo: "x" }, { nonce: again });
    expect((await bad()).status).toBe(422);
    expect((await bad()).status).toBe(401);
  });

  it("a missing scope is 403, and nothing is written", async () => {
    const reader = await createPartner(backend, { scopes: ["products"] });
    const before = await written();
    expect((await place({}, reader)).status).toBe(403);
    expect(await written()).toBe(before);
    expect((await products({}, reader)).status).toBe(200);
  });

  it("a disabled application is refused, and one above its rate", async () => {
    const off = await createPartner(backend);
    await backend.call(accessApp.methods.suspend as never, { id: off.id } as never);
    expect((await products({}, off)).status).toBe(403);
    const slow = await createPartner(backend, { ratePerMinute: 2 });
    const three = [await products({}, slow), await products({}, slow), await products({}, slow)];
    expect(three.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it("a new secret leaves the old one good for as long as was chosen", async () => {
    const own = await createPartner(backend);
    const { data } = await backend.call(renewAccessSecret, { id: own.id, overlapHours: 1 });
    expect((await products({}, own)).status).toBe(200);
    expect((await products({ secret: data.secret }, own)).status).toBe(200);
    const later = new Date(friday.getTime() + 61 * 60_000);
    backend.setNow(later);
    expect((await products({ at: later }, own)).status).toBe(401);
    expect((await products({ at: later, secret: data.secret }, own)).status).toBe(200);
    backend.setNow(friday);
    const { data: newest } = await backend.call(renewAccessSecret, { id: own.id, overlapHours: 0 });
    expect((await products({ secret: data.secret }, own)).status).toBe(401);
    expect((await products({ secret: newest.secret }, own)).status).toBe(200);
  });

  it("no secret stands in lists, in the audit log or in the table as it is", async () => {
    const list = await backend.call(accessApp.methods.list, {});
    const got = await backend.call(accessApp.methods.get, { id: partner.id });
    const rows = await backend.sql("select row_to_json(a)::text as row from audit_log a");
    const kept = await backend.sql("select row_to_json(a)::text as row from access_app a");
    for (const told of [list, got, rows, kept]) expect(JSON.stringify(told)).not.toContain(partner.secret);
  });
});

describe("an order", () => {
  it("is held, paid once whatever is told twice, and has its codes then", async () => {
    const { status, data: held } = await place({ lines: [{ ticketTypeId: park.adultId, quantity: 2 }] });
    expect([status, held.state, held.payable, held.paid]).toEqual([200, "pending", 16_000, 0]);
    expect(held.tickets.map(({ code }: { code: string }) => code)).toEqual(["", ""]);
    const before = await payments();
    const first = await pay(held.outerNo, { amount: 16_000 });
    const second = await pay(held.outerNo, { amount: 16_000 });
    expect([first.data.state, second.data.state, second.data.paid]).toEqual(["paid", "paid", 16_000]);
    expect(await payments()).toBe(Number(before) + 1);
    expect(first.data.tickets[0].code).not.toBe("");
    const other = await pay(held.outerNo, { amount: 16_000, payNo: "another" });
    expect([other.status, await payments()]).toEqual([409, Number(before) + 1]);
    await checkInvariants(backend);
  });

  it("with the same number again is the same one; with something else it is refused", async () => {
    const outerNo = randomUUID();
    const one = await place({ outerNo });
    const again = await place({ outerNo });
    expect(again.data.orderNo).toBe(one.data.orderNo);
    const other = await place({ outerNo, lines: [{ ticketTypeId: park.adultId, quantity: 3 }] });
    expect(other.status).toBe(409);
  });

  it("of another application is not there; its number is free for one's own", async () => {
    const other = await createPartner(backend);
    const { data } = await place();
    const post = (what: string, content: object) =>
      ask(backend, other, "POST", `/orders/${data.outerNo}/${what}`, content);
    const all = [
      await query(data.outerNo, other),
      await pay(data.outerNo, {}, other),
      await post("cancel", {}),
      await post("refund", { outerRefundNo: "r", reason: "x" }),
      await post("change", { outerChangeNo: "c", ticketNos: ["x"], toDay: today }),
    ];
    expect(all.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await place({ outerNo: data.outerNo }, other)).data.orderNo).not.toBe(data.orderNo);
    expect((await query(data.outerNo)).data.state).toBe("pending");
  });

  it("asks for names and documents as the counter does, and keeps to a person's limit while it is held", async () => {
    const visitors = [{ name: "Li Lei", document: "passport", country: "US", identity: "E12345678" }];
    const fields = { lines: [{ ticketTypeId: park.namedId, quantity: 1 }], visitors };
    const wrong = await place({ ...fields, visitors: [{ name: "李雷", identity: "1" }] });
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["visitors.0.identity"]]);
    expect((await place({ ...fields, visitors: [] })).status).toBe(422);
    const [one, two, three] = [await place(fields), await place(fields), await place(fields)];
    expect([one.status, two.status, three.status]).toEqual([200, 200, 409]);
    await ask(backend, partner, "POST", `/orders/${one.data.outerNo}/cancel`, {});
    expect((await place(fields)).status).toBe(200);
  });

  it("with another amount is not paid, and a price that moved is refused", async () => {
    const { data } = await place();
    const wrong = await pay(data.outerNo, { amount: 7999 });
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["amount"]]);
    expect((await query(data.outerNo)).data.state).toBe("pending");
    expect((await place({ expectedPayable: 1 })).status).toBe(409);
  });

  it("is given up once; a paid one is refunded instead", async () => {
    const { data } = await place();
    const cancel = () => ask(backend, partner, "POST", `/orders/${data.outerNo}/cancel`, { reason: "改主意" });
    expect([(await cancel()).data.state, (await cancel()).data.state]).toEqual(["cancelled", "cancelled"]);
    const { data: paid } = await place();
    await pay(paid.outerNo);
    expect((await ask(backend, partner, "POST", `/orders/${paid.outerNo}/cancel`, {})).status).toBe(409);
    await checkInvariants(backend);
  });
});
