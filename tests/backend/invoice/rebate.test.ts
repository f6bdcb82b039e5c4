/** A rebate that was booked: a discount of the agency's next invoice, or a red letter over one, and each once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quoteInvoice } from "~/contract/invoice/invoice";
import { taxWithin } from "~/contract/invoice/tax";
import { checkTicket } from "~/contract/ticket/check";
import { sellTickets } from "~/contract/ticket/sale";
import { agreedQuantity } from "~/contract/travel/agreed-quantity";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { raceIsReal, raceToInsert, withoutLock } from "~tests/support/race";
import { agencyInUse } from "../travel/sales-support";
import { companyNumber, invoicesOf, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
const title = "远方旅行社有限公司";
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  await settings(backend);
  invoices = invoicesOf(backend);
});
beforeEach(() => backend.setNow(friday));
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const buyer = { title, buyerKind: "company", taxNumber: companyNumber };

/** One adult is 80 yuan. */
async function sale(agencyId: number, quantity = 1): Promise<number> {
  const [one] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
  const sold = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity }] },
    ...{ agency: one?.code ?? "", paymentType: "onAccount", idempotencyKey: fresh("sale-key") },
  } as never);
  if (!sold.success) throw new Error(sold.message);
  return Number(sold.data.orderId);
}

/** Two came, and each earned so much; the order of those, and another one. */
async function rebated(rebate: number): Promise<Record<"agencyId" | "came" | "other" | "third", number>> {
  const agencyId = await agencyInUse(backend, { settlement: "credit", creditLimit: 500_000 });
  await backend.sql("update travel_agency set tax_title = $2, tax_number = $3 where id = $1", [
    agencyId,
    title,
    companyNumber,
  ]);
  const agreed = await backend.saved(agreedQuantity.methods.save, {
    ...{ code: fresh("XL"), agencyId, fromDay: today, toDay: today, reason: "合同第七条", remark: null },
    ...{ counts: "sold", tiers: [{ atLeast: 1, rebate }] },
  });
  const came = await sale(agencyId, 2);
  const tickets = await backend.sql<{ no: string }>("select ticket_no as no from ticket where order_id = $1", [came]);
  for (const { no } of tickets)
    await backend.call(checkTicket, { idempotencyKey: fresh("check-key"), gateId: park.gateId, code: no } as never);
  const other = await sale(agencyId, 3);
  const third = await sale(agencyId);
  backend.setNow(new Date(friday.getTime() + 86_400_000));
  const booked = await backend.call(agreedQuantity.commands.book.method, { id: agreed } as never);
  expect(booked.message).toBe("");
  return { agencyId, came, other, third };
}

const quote = async (...orderIds: number[]) => (await backend.call(quoteInvoice, { orderIds })).data;

test("the next invoice is less by it, the one after is not; what was discounted is invoiced by nobody", async () => {
  const { came, other } = await rebated(1_001);
  const open = await quote(other);
  expect(open).toMatchObject({ gross: 24_000 - 2_002, rebate: 2_002, tax: taxWithin(21_998, 600) });
  const made = await invoices.issued([other], { ...buyer, expected: 21_998 });
  expect(made.gross).toBe(21_998);
  expect(await quote(other)).toMatchObject({ gross: 0, whyNot: expect.stringContaining("没有可开票的金额") });
  expect(await quote(came)).toMatchObject({ gross: 16_000, rebate: 0 });
  // Refunded, no more is reversed than was invoiced.
  await invoices.refund(other);
  const letter = await invoices.red(made.id);
  expect(letter.data).toMatchObject({ gross: 21_998 });
  expect((await invoices.issueRed(letter.data.id)).message).toBe("");
  // Nothing shows the rebate now.
  expect(await quote(came)).toMatchObject({ gross: 16_000 - 2_002, rebate: 2_002 });
});

test("several orders and lines share it to the fen; of a withdrawn request it is open again", async () => {
  const { came, other, third } = await rebated(777);
  const open = await quote(came, other, third);
  expect(open.orders.flatMap(({ lines }) => lines.map(({ gross, discount }) => [gross + discount, discount]))).toEqual([
    [16_000, 518],
    [24_000, 777],
    [8_000, 259],
  ]);
  const made = await invoices.requested([came, other, third], buyer);
  expect(made.gross).toBe(48_000 - 1_554);
  expect((await invoices.press("cancel", made.id, { reason: "抬头有误" })).message).toBe("");
  expect(await quote(other)).toMatchObject({ rebate: 1_554, gross: 24_000 - 1_554 });
});

test("a rebate above an invoice leaves every line something, and the rest for the next", async () => {
  const { came, other } = await rebated(10_000);
  const made = await invoices.requested([came], buyer);
  expect(made.gross).toBe(1);
  expect(await quote(other)).toMatchObject({ rebate: 4_001, gross: 19_999 });
});

test("a red letter for a rebate shows it: the next invoice is whole, and what was reversed is not invoiced again", async () => {
  const { agencyId, came, other, third } = await rebated(1_000);
  // Invoiced before it was booked: as by an agreement that ended later.
  await backend.sql("update agreed_quantity set status = 'void', amount = null, tickets = null where agency_id = $1", [
    agencyId,
  ]);
  const made = await invoices.issued([came], buyer);
  await backend.sql("update agreed_quantity set status = 'booked', amount = 2000, tickets = 2 where agency_id = $1", [
    agencyId,
  ]);
  const [line] = await backend.sql<{ id: number }>("select id::float8 as id from invoice_line where invoice_id = $1", [
    made.id,
  ]);
  await backend.sql("update invoice set buyer_use = 'booked' where id = $1", [made.id]);
  const letter = await invoices.red(made.id, { reason: "rebate", lines: [{ lineId: line?.id, gross: 2_000 }] });
  expect(letter.message).toBe("");
  expect(await quote(other)).toMatchObject({ rebate: 0, gross: 24_000 });
  // All of it is shown: no second letter for it, and another reason takes nothing of it.
  const more = { lines: [{ lineId: line?.id, gross: 1_000 }] };
  const twice = await invoices.red(made.id, { reason: "rebate", ...more });
  expect([twice.status, twice.message]).toEqual([409, expect.stringContaining("未列示的返利为 0.00 元")]);
  expect((await invoices.pressRed("refuse", letter.data.id, { note: "购买方不认可" })).message).toBe("");
  expect(await quote(other)).toMatchObject({ rebate: 2_000, gross: 22_000 });
  const discount = await invoices.red(made.id, { reason: "allowance", ...more });
  expect([discount.message, await quote(other)]).toEqual(["", expect.objectContaining({ rebate: 2_000 })]);
  expect((await invoices.pressRed("refuse", discount.data.id, { note: "购买方不认可" })).message).toBe("");
  const second = await invoices.red(made.id, { reason: "rebate", lines: [{ lineId: line?.id, gross: 2_000 }] });
  expect((await invoices.pressRed("confirm", second.data.id)).message).toBe("");
  expect((await invoices.issueRed(second.data.id)).message).toBe("");
  expect(await quote(came)).toMatchObject({ gross: 0 });
  expect(await quote(other, third)).toMatchObject({ rebate: 0, gross: 32_000 });
});

test("a letter for a rebate is an agency's, over part of an invoice that was booked by its buyer", async () => {
  const { came } = await rebated(1_000);
  const whole = await invoices.issued([came], buyer);
  const no = await invoices.red(whole.id, { reason: "rebate" });
  expect([no.status, no.errors?.reason?.[0]]).toEqual([422, expect.stringContaining("只能整张冲红")]);
  backend.setNow(friday);
  const walkIn = await backend.call(sellTickets, {
    ...{ visitDay: today, posId: park.posId, lines: [{ ticketTypeId: park.adultId, quantity: 1 }] },
    ...{ paymentType: "cash", idempotencyKey: fresh("sale-key") },
  } as never);
  const own = await invoices.issued([Number(walkIn.data?.orderId)], buyer);
  await backend.sql("update invoice set buyer_use = 'booked' where id = $1", [own.id]);
  const nobody = await invoices.red(own.id, { reason: "rebate" });
  expect([nobody.status, nobody.errors?.reason?.[0]]).toEqual([422, expect.stringContaining("只有旅行社的发票")]);
});

/** Whoever writes an invoice or a letter waits for the agency: left out, to see what it keeps from happening. */
const open = { mark: "select id from travel_agency", lock: " for no key update", people: 2 };

describe.runIf(raceIsReal)("two invoices of an agency at once", () => {
  const both = ({ came, other }: Record<"came" | "other", number>) =>
    raceToInsert(backend, "invoice", 2, (n) => invoices.request([n === 0 ? came : other], buyer));
  const sum = (made: { message: string; data: { gross: number } }[]) => {
    expect(made.map(({ message }) => message)).toEqual(["", ""]);
    return made.reduce((all, { data }) => all + data.gross, 0);
  };

  test("one of both shows it", async () => {
    expect(sum(await both(await rebated(1_000)))).toBe(40_000 - 2_000);
  });

  test("control: without the lock of the agency both show it", async () => {
    const orders = await rebated(1_000);
    expect(sum(await withoutLock(open, () => both(orders)))).toBe(40_000 - 4_000);
  });
});

describe.runIf(raceIsReal)("two letters for a rebate at once", () => {
  /** Over two invoices that were issued before it was booked. */
  async function letters(): Promise<() => Promise<number[]>> {
    const { agencyId, came, other } = await rebated(1_000);
    const set = (to: string) => backend.sql(`update agreed_quantity set ${to} where agency_id = $1`, [agencyId]);
    await set("status = 'void', amount = null, tickets = null");
    const made = [await invoices.issued([came], buyer), await invoices.issued([other], buyer)];
    await set("status = 'booked', amount = 2000, tickets = 2");
    const lines = await backend.sql<{ invoice: number; line: number }>(
      "select invoice_id::float8 as invoice, id::float8 as line from invoice_line where invoice_id = any ($1::bigint[]) order by 1",
      [made.map(({ id }) => id)],
    );
    await backend.sql("update invoice set buyer_use = 'booked' where id = any ($1::bigint[])", [
      made.map(({ id }) => id),
    ]);
    return async () => {
      const asked = await raceToInsert(backend, "invoice_red", 2, (n) =>
        invoices.red(lines[n]?.invoice ?? 0, { reason: "rebate", lines: [{ lineId: lines[n]?.line, gross: 2_000 }] }),
      );
      return asked.map(({ status }) => status).sort();
    };
  }

  test("one is written, the other is told that nothing is left", async () => {
    expect(await (await letters())()).toEqual([200, 409]);
  });

  test("control: without the lock of the agency both are written", async () => {
    const ask = await letters();
    expect(await withoutLock(open, ask)).toEqual([200, 200]);
  });
});
