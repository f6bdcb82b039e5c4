import { expect, test } from "vitest";
import { refund } from "~/contract/order/refund-list";

const { words } = refund.fields.decidedBy;

test("5 a refund below the limit says that nobody had to agree, every other who decided it", () => {
  expect(words?.("卖票员", { state: "done", needsApproval: false })).toBe("免审批");
  expect(words?.("王经理", { state: "done", needsApproval: true })).toBe("王经理");
  expect(words?.("", { state: "waiting", needsApproval: true })).toBe("");
  // Of a dispatch API that does not tell it.
  expect(words?.("王经理", { state: "done" })).toBe("王经理");
});
