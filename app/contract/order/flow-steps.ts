/**
 * The steps that a corp may put into its sales and refunds, and what each of them says and does. Pure: the server runs by
 * this, the form checks by it, and the picture is drawn from it, so that what is drawn is what runs.
 */
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { formatYuan as yuan } from "../money";

export type SaleNode = "contactFrom" | "discountMost" | "refuseAbove" | "tellAbove" | "tellDiscount";
export type RefundNode =
  | "refuseOlder"
  | "refuseAbove"
  | "reasonAtLeast"
  | "passSoon"
  | "approveAbove"
  | "approveCash"
  | "approveOlder"
  | "approveOthers"
  | "approveMany"
  | "tellAbove";

/** What comes of a step: a refusal, a second person, neither where it passes, a message. */
export type Act = "refuse" | "approve" | "pass" | "tell";

/** A step as a chain has it. */
export interface Step<N extends string = string> {
  node: N;
  active: boolean;
  /** Fen. */
  amount: number | null;
  count: number | null;
}

interface Declared {
  act: Act;
  /** The figure that it asks for, and nothing else. */
  takes: "amount" | "count" | null;
  most?: number;
  says: (step: Pick<Step, "amount" | "count">) => string;
}

const ofAmount = (act: Act, words: (said: { amount: string }) => string): Declared => ({
  ...{ act, takes: "amount" as const },
  says: ({ amount }) => words({ amount: yuan(amount ?? 0) }),
});

const ofCount = (act: Act, most: number, words: (said: { n: number }) => string): Declared => ({
  ...{ act, takes: "count" as const, most },
  says: ({ count }) => words({ n: count ?? 0 }),
});

export const saleNodes: Readonly<Record<SaleNode, Declared>> = {
  contactFrom: ofCount("refuse", 9_999, m.flow_says_contact_from),
  discountMost: ofCount("refuse", 99, m.flow_says_discount_most),
  refuseAbove: ofAmount("refuse", m.flow_says_sale_above),
  tellAbove: ofAmount("tell", m.flow_says_sale_tell),
  tellDiscount: ofCount("tell", 99, m.flow_says_discount_tell),
};

export const refundNodes: Readonly<Record<RefundNode, Declared>> = {
  refuseOlder: ofCount("refuse", 3_660, m.flow_says_refund_older),
  refuseAbove: ofAmount("refuse", m.flow_says_refund_above),
  reasonAtLeast: ofCount("refuse", 100, m.flow_says_reason),
  passSoon: ofCount("pass", 1_440, m.flow_says_pass_soon),
  approveAbove: ofAmount("approve", m.flow_says_approve_above),
  approveCash: ofAmount("approve", m.flow_says_approve_cash),
  approveOlder: ofCount("approve", 3_660, m.flow_says_approve_older),
  approveOthers: { act: "approve", takes: null, says: () => m.flow_says_approve_others() },
  approveMany: ofCount("approve", 999, m.flow_says_approve_many),
  tellAbove: ofAmount("tell", m.flow_says_refund_tell),
};

type Nodes = Readonly<Record<string, Declared>>;

export const saySaleStep = (step: Line) => say(saleNodes, step);
export const sayRefundStep = (step: Line) => say(refundNodes, step);

function say(nodes: Nodes, { node, active, amount, count }: Line): string {
  const said = nodes[String(node)]?.says({ amount: figure(amount), count: figure(count) }) ?? String(node);
  return active === false ? m.flow_says_off({ step: said }) : said;
}

const figure = (value: unknown) => (value === null || value === undefined || value === "" ? null : Number(value));

const stepOf = ({ node, active, amount, count }: Line): Step => ({
  ...{ node: String(node), active: active !== false, amount: figure(amount), count: figure(count) },
});

/** Each has the figure it asks for and no other, and none stands where it can do nothing. */
export const saleChainProblems = (lines: readonly Line[]) => problems(saleNodes, lines);
export const refundChainProblems = (lines: readonly Line[]) => problems(refundNodes, lines);

function problems(nodes: Nodes, lines: readonly Line[]): LineProblem[] {
  const steps = lines.map(stepOf);
  return steps.flatMap((step, line): LineProblem[] => {
    const declared = nodes[step.node];
    if (!declared) return [];
    const wrong = figureProblems(declared, step);
    if (wrong.length > 0) return wrong.map((problem) => ({ line, ...problem }));
    const idle = step.active ? whyIdle(nodes, steps, line) : "";
    return idle === "" ? [] : [{ line, field: "node", message: idle }];
  });
}

function figureProblems({ takes, most = Number.POSITIVE_INFINITY }: Declared, step: Step): LineProblem[] {
  return (["amount", "count"] as const).flatMap((field): LineProblem[] => {
    const value = step[field];
    if (takes !== field) return value === null ? [] : [{ field, message: m.flow_v_not_asked() }];
    if (value === null) return [{ field, message: m.v_required() }];
    if (field === "count" && value > most) return [{ field, message: m.v_at_most({ n: most }) }];
    return [];
  });
}

/** Steps that refuse what a later one would look at: nothing beyond their figure ever comes to it. */
const shadows: Readonly<Record<string, readonly string[]>> = {
  refuseAbove: ["approveAbove", "approveCash", "tellAbove"],
  refuseOlder: ["approveOlder"],
  discountMost: ["tellDiscount"],
};

function whyIdle(nodes: Nodes, steps: readonly Step[], place: number): string {
  const step = steps[place];
  if (!step) return "";
  const own = step.amount ?? step.count ?? 0;
  // A message is sent at the end, whatever stands after it.
  const before = nodes[step.node]?.act === "tell" ? steps : steps.slice(0, place);
  const shadow = before.find(
    (one) => one.active && shadows[one.node]?.includes(step.node) && (one.amount ?? one.count ?? 0) <= own,
  );
  if (shadow) return m.flow_v_never({ step: say(nodes, { ...shadow }) });
  const after = steps.slice(place + 1);
  const asks = (one: Step) => one.active && nodes[one.node]?.act === "approve";
  return nodes[step.node]?.act === "pass" && !after.some(asks) ? m.flow_v_nothing_after() : "";
}

export interface SaleFacts {
  /** A person keys it: nobody asks a machine for a telephone number. */
  keyed: boolean;
  quantity: number;
  /** Fen. */
  total: number;
  discount: number;
  payable: number;
  contactMobile: string;
}

/** What the chain makes of a sale: why not, in the words of the first step that says so, and who is told what. */
export function judgeSale(
  steps: readonly Step<SaleNode>[],
  facts: SaleFacts,
): { whyNot: string; tells: Step<SaleNode>[] } {
  const { keyed, quantity, total, discount, payable, contactMobile } = facts;
  const isAbovePercent = (percent: number) => discount * 100 > total * percent;
  const acts: Record<SaleNode, (figure: number) => string> = {
    contactFrom: (n) => (keyed && quantity >= n && contactMobile === "" ? m.flow_r_contact({ n }) : ""),
    discountMost: (n) => (keyed && isAbovePercent(n) ? m.flow_r_discount({ n, discount: yuan(discount) }) : ""),
    refuseAbove: (most) => (keyed && payable > most ? m.flow_r_sale_above({ amount: yuan(most) }) : ""),
    tellAbove: (most) => (payable > most ? "tell" : ""),
    tellDiscount: (n) => (isAbovePercent(n) ? "tell" : ""),
  };
  return walk(saleNodes, steps, acts);
}

export interface RefundFacts {
  /** Fen given back, and of it in cash. */
  amount: number;
  cash: number;
  /** Milliseconds since the sale. */
  age: number;
  /** Sold by whoever asks; null: nobody sold it at a till. */
  own: boolean | null;
  /** Refunds that the same person has asked for today, this one not counted. */
  before: number;
  /** Null: not said yet. */
  reason: string | null;
}

export interface RefundJudged {
  whyNot: string;
  /** Why a second person decides; "" where the chain asks for none. */
  approval: string;
  tells: Step<RefundNode>[];
}

const minute = 60_000;
const day = 1_440 * minute;

export function judgeRefund(steps: readonly Step<RefundNode>[], facts: RefundFacts): RefundJudged {
  const { amount, cash, age, own, before, reason } = facts;
  const acts: Record<RefundNode, (figure: number) => string> = {
    refuseOlder: (n) => (age > n * day ? m.flow_r_refund_older({ n }) : ""),
    refuseAbove: (most) => (amount > most ? m.flow_r_refund_above({ amount: yuan(most) }) : ""),
    reasonAtLeast: (n) => (reason !== null && [...reason].length < n ? m.flow_r_reason({ n }) : ""),
    passSoon: (n) => (own === true && age <= n * minute ? "pass" : ""),
    approveAbove: (most) => (amount > most ? m.flow_a_above({ amount: yuan(most) }) : ""),
    approveCash: (most) => (cash > most ? m.flow_a_cash({ amount: yuan(most) }) : ""),
    approveOlder: (n) => (age > n * day ? m.flow_a_older({ n }) : ""),
    approveOthers: () => (own === false ? m.flow_a_others() : ""),
    approveMany: (n) => (before >= n ? m.flow_a_many({ n: before + 1 }) : ""),
    tellAbove: (most) => (amount > most ? "tell" : ""),
  };
  return walk(refundNodes, steps, acts);
}

/** From the first to the last: a refusal ends it, a second person is asked once, a pass skips the approvals after it. */
function walk<N extends string>(
  nodes: Readonly<Record<N, Declared>>,
  steps: readonly Step<N>[],
  acts: Readonly<Record<N, (figure: number) => string>>,
): { whyNot: string; approval: string; tells: Step<N>[] } {
  const told = { whyNot: "", approval: "", tells: [] as Step<N>[] };
  let passed = false;
  for (const step of steps) {
    // A step that this version does not know any more does nothing, and the picture does not show it.
    if (!step.active || !nodes[step.node]) continue;
    const said = acts[step.node](step.amount ?? step.count ?? 0);
    if (said === "") continue;
    const { act } = nodes[step.node];
    if (act === "refuse") return { whyNot: said, approval: "", tells: [] };
    if (act === "pass") passed = true;
    if (act === "approve" && !passed && told.approval === "") told.approval = said;
    if (act === "tell") told.tells.push(step);
  }
  return told;
}
