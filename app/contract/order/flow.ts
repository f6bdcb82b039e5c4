/** The chains of steps that sales and refunds go through (`/liteflow/nodeSet`). A corp has one of each, or none. */
import { z } from "zod";
import { boolean, dictionary, lines, money, number, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fen, id } from "../validators";
import { refundChainProblems, saleChainProblems, sayRefundStep, saySaleStep } from "./flow-steps";

export const flowsPath = "/liteflow/nodeSet";

const figures = {
  amount: money({ label: m.flow_amount, help: m.flow_amount_help, min: 1 }),
  count: number({ label: m.flow_count, help: m.flow_count_help, min: 1, max: 9_999 }),
  active: boolean({ label: m.flow_active, default: true }),
};

const chain = { label: m.flow_steps, help: m.flow_steps_help, key: ["node"] as const, max: 20, ordered: true };
const shared = {
  ...{
    fun: "nodeSet" as const,
    nameField: "name" as const,
    defaultSort: { field: "id" as const, order: "asc" as const },
  },
  tools: [{ label: m.flow_picture, to: flowsPath }],
  links: [{ label: m.flow_picture, to: flowsPath }],
};
const name = text({ label: m.flow_name, required: true, max: 40, list: true });
const remark = text({ label: m.remark, max: 200, multiline: true });

export const saleFlow = resource("order", "saleFlow", {
  ...shared,
  title: m.flow_sale,
  path: `${flowsPath}/sale`,
  fields: {
    name,
    steps: lines(
      { node: dictionary("saleNode", { label: m.flow_node, required: true }), ...figures },
      { ...chain, rules: [saleChainProblems], say: saySaleStep },
    ),
    remark,
  },
});

export const refundFlow = resource("order", "refundFlow", {
  ...shared,
  title: m.flow_refund,
  path: `${flowsPath}/refund`,
  fields: {
    name,
    steps: lines(
      { node: dictionary("refundNode", { label: m.flow_node, required: true }), ...figures },
      { ...chain, rules: [refundChainProblems], say: sayRefundStep },
    ),
    remark,
  },
});

const flow = z.object({
  /** Missing: the corp has no chain, and only what is fixed runs. */
  id: id.optional(),
  name: z.string(),
  steps: z.array(
    z.object({ node: z.string(), active: z.boolean(), amount: fen.nullable(), count: z.number().nullable() }),
  ),
});

/** Both chains as they run now, and the limits of parameters that stand in them. */
export const getFlows = method("order", "getFlows", {
  payload: z.object({}),
  answer: z.object({ sale: flow, refund: flow, refundLimit: fen, needsShift: z.boolean() }),
  access: { fun: "nodeSet" },
});

export const flowMenu = menuEntries({
  nodeSet: {
    ...{ group: "system", place: 110, label: m.fun_node_set, url: flowsPath, built: true },
    money: {
      ...{ "saleFlow:add": true, "saleFlow:edit": true, "saleFlow:remove": true },
      ...{ "refundFlow:add": true, "refundFlow:edit": true, "refundFlow:remove": true },
    },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    flow: typeof flowMenu;
  }
}
