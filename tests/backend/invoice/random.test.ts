/** Random orders, top-ups, refunds, invoices and red letters: every sum of the domain holds after each of them. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shared, taxOfPart, taxWithin } from "~/contract/invoice/tax";
import { isCreditCode, isTaxNumber } from "~/contract/invoice/tax-number";
import { requestTopUpInvoice } from "~/contract/invoice/top-up";
import { payHeldRefund } from "~/contract/order/order";
import { approvalDecide } from "~/contract/platform/approval";
import { smartCard } from "~/contract/stored/card";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { openStoredShop } from "../stored/support";
import { companyNumber, freshNumber, invoicesOf, person, rule, sellerNumber, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let kept = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  kept = await park.addType({ refundRule: "free", refundBands: [{ hours: -9999, feePercent: 7.5 }], listPrice: 3_333 });
  await settings(backend);
  await rule(backend, { scope: "ticketType", ticketTypeId: park.childId, rate: 13 });
});
afterAll(() => backend.close());

/** What an order kept, what is invoiced of it net of red, and what may still be: told by the tables, not by the business. */
async function sums() {
  return backend.sql<{ id: number; stayed: number; invoiced: number; blue: number; red: number; owed: number }>(`
    select o.id::float8 as id, (o.paid - o.refunded)::float8 as stayed, w.net::float8 as invoiced,
           w.blue::float8 as blue, w.red::float8 as red, coalesce((
             select sum(d.amount) from invoice_owed d where d.corp_code = o.corp_code and d.order_id = o.id
           ), 0)::float8 as owed
    from orders o
    join (
      select w.order_id, sum(w.amount) as blue, sum(w.reversed) as red, sum(w.amount - w.reversed) as net
      from invoice_way w join invoice i on i.id = w.invoice_id and i.corp_code = w.corp_code
      where i.status <> 'cancelled' group by 1
    ) w on w.order_id = o.id`);
}

/** The same of top-ups: what stayed of each, and what of it is invoiced. */
async function sumsOfTopUps() {
  return backend.sql<{ id: number; stayed: number; invoiced: number; blue: number; red: number }>(`
    select t.id::float8 as id, (t.amount - t.returned)::float8 as stayed, sum(w.amount - w.reversed)::float8 as invoiced,
           sum(w.amount)::float8 as blue, sum(w.reversed)::float8 as red
    from stored_top_up t
    join invoice_way w on w.corp_code = t.corp_code and w.top_up_id = t.id
    join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
    where i.status <> 'cancelled'
    group by t.corp_code, t.id`);
}

/** What was said by the other side is confirmed without a word, and refused or withdrawn with one. */
const noteOf = (said: string) => (said === "confirm" ? {} : { note: "x" });

/** One number after another, the same in every run. */
function randomly(seed: number) {
  let last = seed;
  return (most: number) => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((last / 2_147_483_648) * most);
  };
}

test("after 150 random steps with a card Σ invoiced − Σ red ≤ principal that stayed, by top-up", async () => {
  await rule(backend, {
    ...{ name: "*预付卡销售*充值", scope: "topUp", treatment: "notTaxed", rate: null, taxCode: "6010000000000000000" },
  });
  const { press, red, pressRed, issueRed } = invoicesOf(backend);
  const shop = await openStoredShop(backend);
  const typeId = await shop.addType();
  const cards = [await shop.sold(typeId, { amount: 12_345 }), await shop.sold(typeId, { amount: 500 })];
  const pick = randomly(20_261_127);
  const done = new Map<string, number>();
  const count = (name: string, good: boolean) => good && done.set(name, (done.get(name) ?? 0) + 1);
  const onCard = (name: "topUp" | "spend" | "refund", id: number, fields: object) =>
    backend.call(smartCard.commands[name].method, { id, ...fields } as never);
  const anyOf = async (table: string, states: string) => {
    const rows = await backend.sql<{ id: number }>(
      `select id::float8 as id from ${table} x where status in (${states})
       and exists (select from invoice_line l where l.top_up_id is not null
                   and l.invoice_id = ${table === "invoice" ? "x.id" : "x.invoice_id"}) order by id`,
    );
    return rows[pick(rows.length)]?.id;
  };
  const steps: ((card: number) => Promise<unknown>)[] = [
    async (card) =>
      count("topUp", (await onCard("topUp", card, { amount: 1 + pick(20_000), paymentType: "cash" })).success),
    async (card) => count("spend", (await onCard("spend", card, { amount: 1 + pick(4_000) })).success),
    async (card) => {
      const { success, status } = await onCard("refund", card, { amount: 1 + pick(9_000), reason: "不用了" });
      count(success ? "refund" : "refund refused", success || status === 409);
    },
    async (cardId) => {
      const asked = { cardId, topUpIds: [], ...person, idempotencyKey: fresh("top-key") };
      count("request", (await backend.call(requestTopUpInvoice, asked as never)).success);
    },
    async () => {
      const id = await anyOf("invoice", "'requested'");
      if (!id) return;
      if (pick(5) === 0) count("cancel", (await press("cancel", id, { reason: "错" })).success);
      else count("issue", (await press("issue", id, { number: freshNumber(), issuedOn: "2026-11-20" })).success);
    },
    async () => {
      const id = await anyOf("invoice", "'issued', 'partlyReversed'");
      if (!id) return;
      if (pick(2) === 0) await press("noteUse", id, { use: "booked" });
      const [line] = await backend.sql<{ id: number; open: number }>(
        "select id::float8 as id, (gross - held)::float8 as open from invoice_line where invoice_id = $1 and gross > held",
        [id],
      );
      if (!line) return;
      const some = { lines: [{ lineId: line.id, gross: 1 + pick(line.open) }] };
      count("red", (await red(id, some)).success || (await red(id)).success);
    },
    async () => {
      const waiting = await anyOf("invoice_red", "'waiting'");
      const said = pick(3) === 0 ? "refuse" : "confirm";
      if (waiting) count(said, (await pressRed(said, waiting, noteOf(said))).success);
      const id = await anyOf("invoice_red", "'confirmed'");
      if (id) count("issueRed", (await issueRed(id)).success);
    },
  ];
  for (let step = 0; step < 150; step++) {
    const card = cards[pick(cards.length)]?.id ?? 0;
    await steps[pick(steps.length)]?.(card);
    for (const one of await sumsOfTopUps()) {
      expect(one.invoiced).toBeLessThanOrEqual(one.stayed);
      expect(one.red).toBeLessThanOrEqual(one.blue);
    }
    if (step % 25 === 24) await checkInvariants(backend);
  }
  const each = ["topUp", "spend", "refund", "refund refused", "request", "issue", "red", "confirm", "issueRed"];
  for (const name of each) expect(done.get(name) ?? 0, name).toBeGreaterThan(0);
});

test("after 160 random steps Σ invoiced − Σ red ≤ paid − refunded but for what was paid first, and Σ red ≤ blue", async () => {
  const { press, request, red, pressRed, issueRed, refund } = invoicesOf(backend);
  const judge = await backend.createUser({ grants: ["refundList", "refundList/refund:decide", "message"] });
  const pick = randomly(20_261_120);
  const orders: number[] = [];
  const done = new Map<string, number>();
  const count = (name: string, good: boolean) => good && done.set(name, (done.get(name) ?? 0) + 1);
  const anyOf = async (table: string, states: string) => {
    const column = table === "refund" || table === "approval" ? "state" : "status";
    const rows = await backend.sql<{ id: number }>(
      `select id::float8 as id from ${table} where ${column} in (${states}) order by id`,
    );
    return rows[pick(rows.length)]?.id;
  };
  const any = () => orders[pick(orders.length)] ?? 0;
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const types = [park.adultId, park.childId, kept].filter(() => pick(2) === 0);
      const lines = (types.length ? types : [kept]).map((ticketTypeId) => ({ ticketTypeId, quantity: 1 + pick(3) }));
      orders.push((await park.sell({ lines })).orderId);
    },
    async () => count("request", (await request(pick(3) === 0 ? [any(), any()] : [any()])).success),
    async () => {
      const order = any();
      const tickets = await backend.sql<{ id: number }>(
        "select t.id::float8 as id from ticket t join sub_order l on l.corp_code = t.corp_code and l.id = t.line_id where l.order_id = $1 and t.state = 'issued'",
        [order],
      );
      const one = tickets[pick(tickets.length)];
      if (!one) return;
      const back = await refund(order, { ticketIds: [one.id] });
      count(back.data?.state === "held" ? "held" : "refund", back.success);
    },
    async () => {
      const id = await anyOf("invoice", "'requested'");
      if (!id) return;
      if (pick(5) > 0)
        count("issue", (await press("issue", id, { number: freshNumber(), issuedOn: "2026-11-20" })).success);
      else count("cancel", (await press("cancel", id, { reason: "错" })).success);
    },
    async () => {
      const id = await anyOf("invoice", "'issued', 'partlyReversed'");
      if (!id) return;
      if (pick(3) > 0) await press("noteUse", id, { use: "booked" });
      const lines = await backend.sql<{ id: number; open: number }>(
        "select id::float8 as id, (gross - held)::float8 as open from invoice_line where invoice_id = $1 order by id",
        [id],
      );
      const part = lines[pick(lines.length)];
      const some = part && part.open > 0 ? { lines: [{ lineId: part.id, gross: 1 + pick(part.open) }] } : {};
      count("red", (await red(id, some)).success || (await red(id)).success);
    },
    async () => {
      const waiting = await anyOf("invoice_red", "'waiting'");
      const said = (["confirm", "confirm", "refuse", "withdraw"] as const)[pick(4)] ?? "confirm";
      if (waiting) count(said, (await pressRed(said, waiting, noteOf(said))).success);
      const id = await anyOf("invoice_red", "'confirmed'");
      if (id && pick(2) === 0) count("issueRed", (await issueRed(id)).success);
    },
    // The buyer of each invoice that holds a refund says no; a second person pays it all the same, now or later.
    async () => {
      const refundId = await anyOf("refund", "'held'");
      if (refundId) {
        const held = await backend.sql<{ id: number }>(
          `select distinct i.id::float8 as id from refund r
           join invoice_way w on w.corp_code = r.corp_code and w.order_id = r.order_id and w.reversed < w.amount
           join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id and i.status in ('issued', 'partlyReversed')
           where r.id = $1`,
          [refundId],
        );
        for (const { id } of held) {
          await press("noteUse", id, { use: "booked" });
          const asked = await red(id);
          if (asked.success) await pressRed("refuse", asked.data.id, { note: "x" });
        }
        count("ask first", (await backend.call(payHeldRefund, { refundId, reason: "对方拒绝" })).success);
      }
      if (pick(3) === 0) return;
      const id = await anyOf("approval", "'waiting'");
      if (!id) return;
      const decided = await backend.call(approvalDecide, { id, decision: "approve", remark: "" }, { as: judge.token });
      count("paid first", decided.success);
    },
  ];
  for (let step = 0; step < 160; step++) {
    await steps[orders.length === 0 ? 0 : pick(steps.length)]?.();
    for (const one of await sums()) {
      expect(one.invoiced).toBeLessThanOrEqual(one.stayed + one.owed);
      // What is listed is what is still to be reversed, and no more.
      if (one.owed > 0) expect(one.owed).toBeLessThanOrEqual(one.invoiced);
      expect(one.red).toBeLessThanOrEqual(one.blue);
    }
    if (step % 20 === 19) await checkInvariants(backend);
  }
  const each = ["request", "issue", "cancel", "refund", "held", "red", "confirm", "refuse", "withdraw", "issueRed"];
  for (const name of [...each, "ask first", "paid first"]) expect(done.get(name) ?? 0, name).toBeGreaterThan(0);
}, 120_000);

test("tax of the parts is the tax of the line, and a shared amount is shared to the fen", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.nat(),
      (gross, rate, cut) => {
        const tax = taxWithin(gross, rate);
        expect(Math.abs(tax - (gross * rate) / (10_000 + rate))).toBeLessThanOrEqual(0.5 + 1e-6);
        const part = 1 + (cut % gross);
        const first = taxOfPart(rate, part, { gross, tax });
        const rest = part === gross ? 0 : taxOfPart(rate, gross - part, { gross: gross - part, tax: tax - first });
        expect(first + rest).toBe(tax);
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 }),
      fc.nat(),
      (weights, cut) => {
        const sum = weights.reduce((all, one) => all + one, 0);
        const total = sum === 0 ? 0 : cut % (sum + 1);
        const parts = shared(total, weights);
        expect(parts.reduce((all, one) => all + one, 0)).toBe(total);
        expect(parts.every((part, place) => part >= 0 && part <= (weights[place] ?? 0))).toBe(true);
      },
    ),
  );
});

test("a unified credit code with one sign changed is none", () => {
  expect([companyNumber, sellerNumber].every(isCreditCode)).toBe(true);
  for (let place = 0; place < 18; place++) {
    const sign = companyNumber[place] === "1" ? "2" : "1";
    expect(isCreditCode(companyNumber.slice(0, place) + sign + companyNumber.slice(place + 1))).toBe(false);
  }
  expect(["110105199003077X1200", "110105750123456", "123", "IO1100006000373410"].map(isTaxNumber)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
