/** A sub-order has a state of its own: what became of its tickets, not of the order's others. */
import { describe, expect, it } from "vitest";
import { lineState } from "~/screens/order/line-state";

const line = (fields: Partial<Parameters<typeof lineState>[1]> = {}) => ({
  ...{ quantity: 4, used: 0, refunded: 0, changed: 0 },
  ...fields,
});
const of = (state: string, fields: Parameters<typeof line>[0] = {}) => {
  const { dictionary, value } = lineState({ state: state as "paid" }, line(fields));
  return dictionary === "orderState" ? value : `${dictionary} ${value}`;
};

describe("the state of a sub-order", () => {
  it("is the order's before anything is issued", () => {
    for (const state of ["pending", "cancelled", "expired"]) expect(of(state)).toBe(state);
  });

  it("is told by its own tickets, where the order says partly refunded of all its lines", () => {
    expect(of("partlyRefunded")).toBe("paid");
    expect(of("partlyRefunded", { refunded: 4 })).toBe("refunded");
    expect(of("partlyRefunded", { refunded: 1 })).toBe("partlyRefunded");
    expect(of("partlyFulfilled")).toBe("paid");
    expect(of("partlyFulfilled", { used: 1 })).toBe("partlyFulfilled");
    expect(of("partlyFulfilled", { used: 4 })).toBe("fulfilled");
  });

  it("counts what went: the rest is used, or all was exchanged, or what was not exchanged was given back", () => {
    expect(of("partlyRefunded", { refunded: 1, used: 3 })).toBe("fulfilled");
    expect(of("paid", { changed: 4 })).toBe("ticketState changed");
    expect(of("paid", { changed: 1 })).toBe("paid");
    expect(of("partlyRefunded", { changed: 2, refunded: 2 })).toBe("refunded");
  });
});
