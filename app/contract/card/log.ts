/** Every step of every card: what was done, when, by whom, for how much. */
import { dictionary, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const cardSteps = [
  "sell",
  "activate",
  "reportLoss",
  "found",
  "replace",
  "replaced",
  "renew",
  "upgrade",
  "holderAdd",
  "refundAsked",
  "refundRejected",
  "cancel",
  "expire",
  "spoil",
  "staffIssue",
  "staffEnd",
  "walletIssue",
  "walletRevoke",
  "passedBack",
] as const;
export type CardStep = (typeof cardSteps)[number];

export const seasonCardLog = resource("seasonCard", "seasonCardLog", {
  title: m.card_log,
  listTitle: m.fun_season_card_log,
  path: "/seasonCard/seasonCardLog",
  fun: "seasonCardLog",
  nameField: "number",
  readOnly: true,
  pages: {},
  defaultSort: { field: "id", order: "desc" },
  fields: {
    at: moment({ label: m.card_log_at, required: true, list: true }),
    cardId: reference("seasonCard", {
      label: m.card,
      required: true,
      list: "answer",
      filter: "equals",
      search: false,
      remote: true,
    }),
    number: text({
      ...{ label: m.card_number, required: true, list: true, filter: "equals" },
      page: ({ cardId }) => (cardId ? `/seasonCard/seasonCardList/${cardId}` : null),
    }),
    cardTypeId: reference("cardType", { label: m.card_type_title, required: true, list: true, filter: "equals" }),
    step: dictionary("cardStep", {
      label: m.card_step,
      required: true,
      values: cardSteps,
      list: true,
      filter: "anyOf",
    }),
    holderName: text({ label: m.card_holder, max: 400, list: true, filter: "contains" }),
    /** Fen that were paid; below zero: given back. */
    amount: money({ label: m.card_log_amount, required: true, default: 0, hideZero: true, list: true, total: true }),
    orderNo: text({ label: m.order_no, list: true, filter: "equals" }),
    said: text({ label: m.card_said, max: 200, list: true }),
    accountName: text({ label: m.card_by, required: true, list: true, filter: "contains" }),
    accountId: number({ label: m.card_by, required: true, list: "answer", detail: false }),
  },
});
