/** What cards cost beside their price, and how much of the price goes back when one is cancelled. */
import { code, dictionary, type LineOf, lines, money, number, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { resource } from "../resource";

const stepFields = {
  /** Percent of the term that is over, or days since the sale, by the fee's basis: up to and including. */
  until: number({ label: m.card_scale_until, required: true, min: 0, max: 3660 }),
  /** Of what was paid for the term. */
  percent: number({ label: m.card_scale_percent, required: true, min: 0, max: 100 }),
};

export type ScaleStep = Omit<LineOf<typeof stepFields>, "id">;

/** No step: nothing of the price goes back. Beyond the last step nothing does either. */
const refundScale = lines(stepFields, {
  ...{ label: m.card_scale, help: m.card_scale_help, key: ["until"], max: 20, ordered: true },
  rules: [stepsFollow],
  say: ({ until, percent }) => m.card_scale_said({ until: Number(until), percent: Number(percent) }),
});

/** Later is never better: steps are read from top to bottom. */
function stepsFollow(steps: readonly Line[], { scaleBasis }: Line): LineProblem[] {
  return steps.flatMap(({ until, percent }, line): LineProblem[] => {
    const before = steps[line - 1];
    if (scaleBasis === "share" && Number(until) > 100) return [{ line, field: "until", message: m.card_scale_share() }];
    if (before && Number(until) <= Number(before.until))
      return [{ line, field: "until", message: m.card_scale_order() }];
    if (before && Number(percent) > Number(before.percent))
      return [{ line, field: "percent", message: m.card_scale_falls() }];
    return [];
  });
}

export const cardFee = resource("seasonCard", "cardFee", {
  title: m.card_fee,
  listTitle: m.fun_cardfee,
  path: "/manage/cardfee",
  fun: "cardfee",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  links: [{ label: m.card_fee_types, to: "/manage/cardtypelist?cardFeeId={id}" }],
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    issue: money({ label: m.card_fee_issue, help: m.card_fee_issue_help, required: true, default: 0, list: true }),
    deposit: money({ label: m.card_deposit, help: m.card_deposit_help, required: true, default: 0, list: true }),
    replacement: money({ label: m.card_fee_replacement, required: true, default: 0, list: true }),
    renewal: money({
      label: m.card_fee_renewal,
      help: m.card_fee_renewal_help,
      required: true,
      default: 0,
      list: true,
    }),
    scaleBasis: dictionary("cardScaleBasis", {
      ...{ label: m.card_scale_basis, required: true, default: "share", list: true, values: ["share", "days"] },
    }),
    refundScale,
    remark: text({ label: m.remark, max: 200, multiline: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
