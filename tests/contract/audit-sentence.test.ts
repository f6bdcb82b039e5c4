/** Every method that leaves an entry in the audit log says what it did. */
import { describe, expect, test } from "vitest";
import { whatWasDone } from "~/contract/audit-sentence";
import { methods } from "~/contract/registry";

const trace = { thing: "nothing", name: "甲", before: null, after: {} };

describe("6 an entry of the audit log", () => {
  const audited = methods.filter(({ audit }) => audit);

  test.each(audited.map(({ name }) => [name]))("%s has a sentence of its own", (name) => {
    const said = whatWasDone(name, trace);
    expect(said).not.toBe(whatWasDone("noSuchMethod", trace));
    expect(said).not.toContain(name);
    expect(said).not.toMatch(/undefined|null|NaN/);
  });

  test("says quantities and amounts", () => {
    const sale = { thing: "order", name: "2026112200000001", before: null, after: { quantity: 2, payable: 28_000 } };
    expect(whatWasDone("sellTickets", sale)).toBe("售出 2 张，¥280.00（订单 2026112200000001）");
    const asked = { ...sale, before: { state: "paid" }, after: { refundNo: "R1", state: "waiting", amount: 14_000 } };
    expect(whatWasDone("refundOrder", asked)).toBe("申请退款 ¥140.00，待审批（订单 2026112200000001）");
    const decided = {
      ...sale,
      before: { refundNo: "R1", state: "waiting" },
      after: { refundNo: "R1", state: "done", amount: 14_000 },
    };
    for (const method of ["decideRefund", "approvalDecide"])
      expect(whatWasDone(method, decided)).toBe("同意退款 ¥140.00（订单 2026112200000001）");
  });

  test("of a look says what was seen and how many", () => {
    const seen = { thing: "order", name: "", before: null, after: { seen: "sensitive", of: 10 } };
    expect(whatWasDone("offlineOrderList", seen)).toMatch(/^查看了线下订单列表（含.*，10 条）$/);
    expect(whatWasDone("orderDetail", { ...seen, name: "2026" })).toMatch(/^查看了订单“2026”（含.*）$/);
  });
});
