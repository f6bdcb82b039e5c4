/** A flow as it is drawn: what is fixed, and between it the steps of the corp in the order in which they run. */
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type Act, refundNodes, type Step, saleNodes } from "~/contract/order/flow-steps";

export interface Part {
  key: string;
  title: string;
  says: string;
  /** What comes of a step of the corp; null of what is fixed. */
  act: Act | null;
  active: boolean;
  /** The value of a parameter stands in it. */
  byParameter?: true | undefined;
}

interface Asked {
  refundLimit: number;
  needsShift: boolean;
}

const fixed = (key: string, title: string, says: string): Part => ({ key, title, says, act: null, active: true });

type Nodes = Readonly<Record<string, { act: Act; says: (step: Step) => string }>>;

/** What an older or newer version left in the chain does not run, and is not drawn. */
function own(nodes: Nodes, steps: readonly Step[], titleOf: (node: string) => string): Part[] {
  return steps.flatMap((step): Part[] => {
    const node = nodes[step.node];
    if (!node) return [];
    const { act } = node;
    return [{ key: step.node, title: titleOf(step.node), says: node.says(step), act, active: step.active }];
  });
}

const isTold = ({ act }: Part) => act === "tell";

export function salePicture(steps: readonly Step[], { needsShift }: Asked, titleOf: (node: string) => string): Part[] {
  const parts = own(saleNodes, steps, titleOf);
  return [
    fixed("price", m.flow_fix_price(), m.flow_fix_price_says()),
    {
      ...fixed("till", m.flow_fix_till(), needsShift ? m.flow_fix_till_shift() : m.flow_fix_till_says()),
      byParameter: true,
    },
    ...parts.filter((part) => !isTold(part)),
    fixed("take", m.flow_fix_take(), m.flow_fix_take_says()),
    fixed("pay", m.flow_fix_pay(), m.flow_fix_pay_says()),
    fixed("issue", m.flow_fix_issue(), m.flow_fix_issue_says()),
    ...parts.filter(isTold),
  ];
}

export function refundPicture(
  steps: readonly Step[],
  { refundLimit }: Asked,
  titleOf: (node: string) => string,
): Part[] {
  const parts = own(refundNodes, steps, titleOf);
  return [
    fixed("rule", m.flow_fix_rule(), m.flow_fix_rule_says()),
    {
      ...fixed("limit", m.flow_fix_limit(), m.flow_fix_limit_says({ amount: formatYuan(refundLimit) })),
      ...{ act: "approve" as const, byParameter: true as const },
    },
    ...parts.filter((part) => !isTold(part)),
    fixed("red", m.flow_fix_red(), m.flow_fix_red_says()),
    fixed("back", m.flow_fix_back(), m.flow_fix_back_says()),
    ...parts.filter(isTold),
  ];
}
