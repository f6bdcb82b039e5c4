/** Every step of every stored-value card: what was done, when, by whom, and what it put on the card or took from it. */
import { dictionary, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const storedSteps = [
  "sell",
  "topUp",
  "deposit",
  "spend",
  "spendBack",
  "refund",
  "reportLoss",
  "found",
  "replace",
  "replaced",
  "prolong",
  "cancel",
  "spoil",
  "walletIssue",
  "walletRevoke",
] as const;
export type StoredStep = (typeof storedSteps)[number];

export const smartCardLog = resource("smartcard", "smartCardLog", {
  title: m.stored_log_entry,
  listTitle: m.stored_log,
  path: "/smartCard/log",
  fun: "smartCardLog",
  nameField: "number",
  readOnly: true,
  pages: {},
  defaultSort: { field: "id", order: "desc" },
  fields: {
    at: moment({ label: m.card_log_at, required: true, list: true, filter: "between" }),
    cardId: reference("smartCard", {
      ...{ label: m.stored_card, required: true, list: "answer", filter: "equals", search: false, remote: true },
    }),
    number: text({
      ...{ label: m.card_number, required: true, list: true, filter: "equals" },
      page: ({ cardId }) => (cardId ? `/smartCard/list/${cardId}` : null),
    }),
    cardTypeId: reference("cardType", { label: m.card_type_title, required: true, list: true, filter: "equals" }),
    step: dictionary("storedStep", {
      ...{ label: m.card_step, required: true, values: storedSteps, list: true, filter: "anyOf" },
    }),
    holderName: text({ label: m.card_holder, max: 40, list: true, filter: "contains" }),
    /** Fen that came onto the card; below zero: went from it. */
    principal: money({ label: m.stored_log_principal, default: 0, hideZero: true, list: true, total: true }),
    gift: money({ label: m.stored_log_gift, default: 0, hideZero: true, list: true, total: true }),
    deposit: money({ label: m.stored_log_deposit, default: 0, hideZero: true, list: true, total: true }),
    /** Of the step's slip, or of the order that was paid with the card. */
    slipNo: text({ label: m.stored_log_slip, list: true, filter: "equals" }),
    said: text({ label: m.card_said, max: 200, list: true }),
    accountName: text({ label: m.card_by, required: true, list: true, filter: "contains" }),
    accountId: number({ label: m.card_by, required: true, list: "answer", detail: false }),
  },
});
