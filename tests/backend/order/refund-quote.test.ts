import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefundBand } from "~/contract/ticket/ticket-terms";
import "~/i18n/locale.server";
import { quote as quoteRefund, type Selection } from "~server/backend/business/order/refund-quote";
import type { SoldLine, SoldOrder } from "~server/backend/business/order/sellable";
import { judgeTickets, type SoldTicket } from "~server/backend/business/ticket/rules/refund-pieces";
import { allocate } from "~server/backend/kernel/allocate";

const order = { id: 1, orderNo: "OD1", state: "paid", visitDay: "2026-11-22" };
const now = new Date("2026-11-20T12:00:00+08:00");
const noLimit = 1_000_000_000;

type Line = SoldLine;

/** The core's quotation over what tickets say of themselves; paid in cash. */
function quote(
  of: SoldOrder,
  lines: readonly Line[],
  tickets: readonly SoldTicket[],
  selection: Omit<Selection, "pieces">,
  limit: number,
  at: Date,
) {
  const left = [{ paymentType: "cash", amount: tickets.reduce((sum, { price }) => sum + price, 0) }];
  const linesByTicketId = new Set(lines.map(({ id }) => id));
  const sold = {
    order: of,
    lines,
    pieces: judgeTickets(lines, tickets, at),
    left,
    linesByTicketId,
    leftWhyNot: () => "",
  };
  return quoteRefund(sold, { ...selection, pieces: [] }, limit);
}

function line({
  refundRule = "free",
  refundBands = [],
  ...part
}: Partial<Line> & { refundRule?: string; refundBands?: RefundBand[] } = {}): Line {
  return {
    id: 1,
    business: "ticket",
    kind: "single",
    subjectId: 1,
    name: "成人票",
    quantity: 3,
    unitPrice: 10_000,
    discount: 0,
    terms: { refundRule, refundBands },
    ...part,
  };
}

/** Tickets as a sale issues them: a line's discount is spread over its tickets. */
function ticketsOf(lines: readonly Line[], part: Partial<SoldTicket> = {}): SoldTicket[] {
  let id = 0;
  return lines.flatMap(({ id: lineId, quantity, unitPrice, discount }) =>
    allocate(
      discount,
      Array.from({ length: quantity }, () => 1),
    ).map((share) => {
      id += 1;
      const common = { state: "issued", admissions: 1, used: 0, visitDay: order.visitDay, slot: "" };
      return { id, ticketNo: `TK${id}`, lineId, price: unitPrice - share, validTo: order.visitDay, ...common, ...part };
    }),
  );
}

const everything = { items: [], ticketIds: [] };

describe("refund quotation", () => {
  it("a full refund of a discounted order gives back exactly what was paid, in whatever parts it comes", () => {
    const lineOf = fc.record({ quantity: fc.integer({ min: 1, max: 12 }), unitPrice: fc.nat(200_000) });
    fc.assert(
      fc.property(fc.array(lineOf, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (rows, seed, split) => {
        const amounts = rows.map((row) => row.quantity * row.unitPrice);
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const discount = total === 0 ? 0 : seed % (total + 1);
        const shares = allocate(discount, amounts);
        const lines = rows.map((row, index) => line({ ...row, id: index + 1, discount: shares[index] ?? 0 }));
        const tickets = ticketsOf(lines);
        const all = quote(order, lines, tickets, everything, noLimit, now);
        expect(all.whyNot).toBe("");
        expect(all.amount).toBe(total - discount);
        expect(all.pieces.every(({ price }) => price >= 0)).toBe(true);

        const first = tickets.slice(0, split % tickets.length).map(({ id }) => id);
        const partly = first.length === 0 ? 0 : quoteIds(lines, tickets, first).amount;
        const left = tickets.map((ticket) => (first.includes(ticket.id) ? { ...ticket, state: "refunded" } : ticket));
        expect(partly + quote(order, lines, left, everything, noLimit, now).amount).toBe(total - discount);
      }),
    );
  });

  it.each([
    ["used", { state: "used", used: 1 }, "票 TK1 已使用（1/1），不可退票"],
    ["partly used", { state: "partlyUsed", used: 1, admissions: 3 }, "票 TK1 已使用（1/3），不可退票"],
    ["refunded", { state: "refunded" }, "票 TK1 已退票"],
    ["refunding", { state: "refunding" }, "票 TK1 正在退票"],
    ["voided", { state: "voided" }, "票 TK1 已作废或已改签，不可退票"],
    ["past its last day", { validTo: "2026-11-19" }, "票 TK1 已过期，不可退票"],
  ])("a ticket that is %s is not refundable, and says so", (_, part, whyNot) => {
    const lines = [line({ quantity: 1 })];
    const answer = quoteIds(lines, ticketsOf(lines, part), [1]);
    expect(answer).toMatchObject({ whyNot, amount: 0, pieces: [{ refundable: false, whyNot }] });
  });

  it("never, and too late, are told with the rule", () => {
    const never = [line({ refundRule: "never" })];
    expect(quoteIds(never, ticketsOf(never), [1]).whyNot).toBe("票种“成人票”不可退票");
    const late = [
      line({
        refundBands: [
          { hours: 72, feePercent: 0 },
          { hours: 48, feePercent: 20 },
        ],
      }),
    ];
    expect(quoteIds(late, ticketsOf(late), [1]).whyNot).toBe("已过退票时间：入园日开始前 48 小时内不可退票");
  });

  it("by number takes the first refundable ones and refuses more than are left", () => {
    const lines = [line()];
    const tickets = ticketsOf(lines).map((ticket) =>
      ticket.id === 1 ? { ...ticket, state: "used", used: 1 } : ticket,
    );
    const two = quote(order, lines, tickets, { items: [{ lineId: 1, quantity: 2 }], ticketIds: [] }, noLimit, now);
    expect(two).toMatchObject({ whyNot: "", amount: 20_000 });
    expect(two.pieces.map(({ id }) => id)).toEqual([2, 3]);
    const three = quote(order, lines, tickets, { items: [{ lineId: 1, quantity: 3 }], ticketIds: [] }, noLimit, now);
    expect(three.whyNot).toBe("“成人票”可退 2 张，不够 3 张");
    const twice = [
      { lineId: 1, quantity: 2 },
      { lineId: 1, quantity: 1 },
    ];
    expect(quote(order, lines, tickets, { items: twice, ticketIds: [] }, noLimit, now).whyNot).not.toBe("");
  });

  it("tickets of another order are refused", () => {
    const lines = [line()];
    expect(quoteIds(lines, ticketsOf(lines), [99]).whyNot).toBe("所选的票不属于订单 OD1");
    const items = [{ lineId: 99, quantity: 1 }];
    expect(quote(order, lines, ticketsOf(lines), { items, ticketIds: [] }, noLimit, now).whyNot).not.toBe("");
  });

  it("above the limit, or by the rule, a second person decides", () => {
    const lines = [line()];
    const tickets = ticketsOf(lines);
    expect(quote(order, lines, tickets, everything, 30_000, now).needsApproval).toBe(false);
    expect(quote(order, lines, tickets, everything, 29_999, now).needsApproval).toBe(true);
    const careful = [line({ refundRule: "approval" })];
    expect(quote(order, careful, ticketsOf(careful), everything, noLimit, now).needsApproval).toBe(true);
  });

  it("an unpaid or cancelled order has nothing to refund", () => {
    const lines = [line()];
    for (const state of ["pending", "cancelled", "expired"]) {
      expect(quote({ ...order, state }, lines, ticketsOf(lines), everything, noLimit, now)).toMatchObject({
        amount: 0,
      });
      expect(quote({ ...order, state }, lines, ticketsOf(lines), everything, noLimit, now).whyNot).toContain("OD1");
    }
  });
});

function quoteIds(lines: Line[], tickets: SoldTicket[], ticketIds: number[]) {
  return quote(order, lines, tickets, { items: [], ticketIds }, noLimit, now);
}
