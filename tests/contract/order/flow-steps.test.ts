/** Chains of steps: what they make of a sale and a refund, against a plain reading of the picture; and what may be saved. */
import { expect, it } from "vitest";
import {
  judgeRefund,
  judgeSale,
  type RefundFacts,
  type RefundNode,
  refundChainProblems,
  refundNodes,
  type SaleFacts,
  type SaleNode,
  type Step,
  saleChainProblems,
  saleNodes,
} from "~/contract/order/flow-steps";

const step = <N extends string>(node: N, figure: number | null = null, active = true): Step<N> => {
  const { takes } = { ...refundNodes, ...saleNodes }[node as SaleNode | RefundNode];
  return { node, active, amount: takes === "amount" ? figure : null, count: takes === "count" ? figure : null };
};
const hour = 3_600_000;
const refund: RefundFacts = { amount: 20_000, cash: 0, age: hour, own: true, before: 0, reason: "游客改期" };
const sale: SaleFacts = { keyed: true, quantity: 2, total: 20_000, discount: 0, payable: 20_000, contactMobile: "" };

it("a refund: each step refuses, asks for a second person or passes by its own figure, and not at it", () => {
  const judged = (...steps: Step<RefundNode>[]) => judgeRefund(steps, refund);
  expect(judged()).toEqual({ whyNot: "", approval: "", tells: [] });
  expect(judged(step("refuseAbove", 20_000)).whyNot).toBe("");
  expect(judged(step("refuseAbove", 19_999)).whyNot).toContain("199.99");
  expect(judgeRefund([step("refuseOlder", 1)], { ...refund, age: 24 * hour }).whyNot).toBe("");
  expect(judgeRefund([step("refuseOlder", 1)], { ...refund, age: 24 * hour + 1 }).whyNot).toContain("1 天");
  expect(judged(step("reasonAtLeast", 4)).whyNot).toBe("");
  expect(judged(step("reasonAtLeast", 5)).whyNot).toContain("5");
  expect(judgeRefund([step("reasonAtLeast", 5)], { ...refund, reason: null }).whyNot).toBe("");
  expect(judged(step("approveAbove", 20_000)).approval).toBe("");
  expect(judged(step("approveAbove", 19_999)).approval).toContain("199.99");
  expect(judged(step("approveCash", 1)).approval).toBe("");
  expect(judgeRefund([step("approveCash", 1)], { ...refund, cash: 2 }).approval).not.toBe("");
  expect(judged(step("approveOthers")).approval).toBe("");
  expect(judgeRefund([step("approveOthers")], { ...refund, own: false }).approval).toContain("他人");
  // Nobody sold it at a till: nobody else did either.
  expect(judgeRefund([step("approveOthers")], { ...refund, own: null }).approval).toBe("");
  expect(judgeRefund([step("approveMany", 3)], { ...refund, before: 2 }).approval).toBe("");
  expect(judgeRefund([step("approveMany", 3)], { ...refund, before: 3 }).approval).toContain("第 4 次");
  expect(judged(step("tellAbove", 100)).tells.map(({ node }) => node)).toEqual(["tellAbove"]);
});

it("steps run in their order: the first refusal is said, and a pass skips the approvals after it alone", () => {
  const both = { ...refund, own: true, age: 5 * 60_000 };
  const soon = step("passSoon", 10);
  const above = step("approveAbove", 100);
  expect(judgeRefund([soon, above], both).approval).toBe("");
  expect(judgeRefund([above, soon], both).approval).not.toBe("");
  expect(judgeRefund([soon, above], { ...both, age: 11 * 60_000 }).approval).not.toBe("");
  expect(judgeRefund([soon, above], { ...both, own: false }).approval).not.toBe("");
  expect(judgeRefund([step("passSoon", 10, false), above], both).approval).not.toBe("");
  const [small, short] = [step("refuseAbove", 100), step("reasonAtLeast", 50)];
  expect(judgeRefund([small, short], both).whyNot).toContain("1.00");
  expect(judgeRefund([short, small], both).whyNot).toContain("50");
  expect(judgeRefund([step("tellAbove", 1), small], both).tells).toEqual([]);
});

it("a sale: contact, discount and amount are asked of tills alone; messages of all", () => {
  const judged = (facts: Partial<SaleFacts>, ...steps: Step<SaleNode>[]) => judgeSale(steps, { ...sale, ...facts });
  expect(judged({}, step("contactFrom", 2)).whyNot).toContain("2 张");
  expect(judged({}, step("contactFrom", 3)).whyNot).toBe("");
  expect(judged({ contactMobile: "13800000000" }, step("contactFrom", 2)).whyNot).toBe("");
  expect(judged({ keyed: false }, step("contactFrom", 2), step("refuseAbove", 1)).whyNot).toBe("");
  expect(judged({ discount: 2_000, payable: 18_000 }, step("discountMost", 10)).whyNot).toBe("");
  expect(judged({ discount: 2_001, payable: 17_999 }, step("discountMost", 10)).whyNot).toContain("20.01");
  expect(judged({}, step("refuseAbove", 19_999)).whyNot).toContain("199.99");
  expect(judged({ keyed: false }, step("tellAbove", 19_999)).tells).toHaveLength(1);
  expect(judged({ discount: 2_001 }, step("tellDiscount", 10)).tells).toHaveLength(1);
  expect(judged({}, step("refuseAbove", 19_999, false)).whyNot).toBe("");
});

it("random chains: what is said first is said by the first step, in the order drawn, that would say so by itself", () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((seed / 4_294_967_296) * n);
  };
  const nodes = Object.keys(refundNodes) as RefundNode[];
  for (let turn = 0; turn < 2_000; turn += 1) {
    const steps = nodes
      .map((node) => ({ node, at: random(1_000) }))
      .sort((a, b) => a.at - b.at)
      .slice(0, 1 + random(nodes.length))
      .map(({ node }) => step(node, 1 + random(40_000), random(4) > 0));
    const facts: RefundFacts = {
      ...{ amount: random(40_000), cash: random(40_000), age: random(40 * 24) * hour, before: random(5) },
      ...{ own: [true, false, null][random(3)] ?? null, reason: "改".repeat(random(30)) },
    };
    const alone = (one: Step<RefundNode>) => judgeRefund([one], facts);
    const refusing = steps.find((one) => alone(one).whyNot !== "");
    const judged = judgeRefund(steps, facts);
    expect(judged.whyNot).toBe(refusing ? alone(refusing).whyNot : "");
    if (refusing) continue;
    const passes = (one: Step<RefundNode>) =>
      one.node === "passSoon" && one.active && facts.own === true && facts.age <= (one.count ?? 0) * 60_000;
    const upTo = steps.findIndex(passes);
    const asking = (upTo < 0 ? steps : steps.slice(0, upTo)).find((one) => alone(one).approval !== "");
    expect(judged.approval).toBe(asking ? alone(asking).approval : "");
    expect(judged.tells).toEqual(steps.filter((one) => alone(one).tells.length > 0));
  }
});

it("a chain is checked before it is saved: figures that are missing, not asked for or too large, steps that never run", () => {
  const refused = (...steps: Step<RefundNode>[]) =>
    refundChainProblems([...steps] as never).map(({ line, field }) => [line, field]);
  expect(refused(step("refuseAbove", 100), step("approveAbove", 99))).toEqual([]);
  expect(refused(step("refuseAbove", 100), step("approveAbove", 100))).toEqual([[1, "node"]]);
  expect(refused(step("approveAbove", 100), step("refuseAbove", 100))).toEqual([]);
  expect(refused(step("refuseAbove", 100, false), step("approveAbove", 100))).toEqual([]);
  expect(refused(step("refuseOlder", 30), step("approveOlder", 60))).toEqual([[1, "node"]]);
  expect(refused(step("tellAbove", 100), step("refuseAbove", 100))).toEqual([[0, "node"]]);
  expect(refused(step("approveAbove", 100), step("passSoon", 5))).toEqual([[1, "node"]]);
  expect(refused(step("passSoon", 5), step("approveAbove", 100))).toEqual([]);
  expect(refused({ ...step("approveOthers"), amount: 5 })).toEqual([[0, "amount"]]);
  expect(refused(step("approveAbove"))).toEqual([[0, "amount"]]);
  expect(refused({ ...step("approveMany", 3), amount: 1 })).toEqual([[0, "amount"]]);
  expect(refused(step("passSoon", 1_441), step("approveOthers"))).toEqual([[0, "count"]]);
  expect(saleChainProblems([step("discountMost", 10), step("tellDiscount", 10)] as never)).toHaveLength(1);
  expect(saleChainProblems([step("tellDiscount", 5), step("discountMost", 10)] as never)).toEqual([]);
  // Nonsense is the schema's to refuse, and throws nothing here.
  expect(refundChainProblems([{ node: "nobody", amount: "x" }, {}] as never)).toEqual([]);
});
