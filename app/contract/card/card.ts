/** Cards one by one: stock → sold → active → frozen | expired → … by the commands below and in no other way. */
import { command } from "../command";
import {
  date,
  dictionary,
  email,
  identity,
  image,
  mobile,
  moment,
  money,
  number,
  ownFields,
  reference,
  text,
} from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const cardStates = ["stock", "sold", "active", "frozen", "replaced", "expired", "cancelled", "spoiled"] as const;
export type CardState = (typeof cardStates)[number];

const desk = (step: string) => `/seasonCard/seasonCardList/counter?card={id}#step-${step}`;

const paid = {
  paymentType: dictionary("paymentType", { label: m.card_paid_by, required: true, default: "cash" }),
  expected: money({ label: m.card_expected, help: m.card_expected_help }),
};

export const seasonCard = resource("seasonCard", "seasonCard", {
  title: m.card,
  listTitle: m.fun_season_card_list,
  path: "/seasonCard/seasonCardList",
  fun: "seasonCardList",
  nameField: "number",
  status: "status",
  importable: true,
  notes: true,
  buttonLabels: { add: m.card_stock_in },
  tools: [{ label: m.card_counter, to: "/seasonCard/seasonCardList/counter" }],
  links: [
    { label: m.card_counter, to: "/seasonCard/seasonCardList/counter?card={id}" },
    { label: m.card_print, to: "/seasonCard/seasonCardList/{id}/print" },
    { label: m.fun_season_card_log, to: "/seasonCard/seasonCardLog?cardId={id}" },
  ],
  defaultSort: { field: "id", order: "desc" },
  firstFilters: ["number", "holderName", "mobile", "identity"],
  fields: {
    number: text({
      ...{ label: m.card_number, help: m.card_number_help, required: true, unique: true, max: 30, code: true },
      ...{ createOnly: true, list: true, filter: "contains", sort: true },
    }),
    cardTypeId: reference("cardType", {
      ...{ label: m.card_type_title, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    status: dictionary("cardState", {
      ...{ label: m.status, required: true, values: cardStates, default: "stock" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    /** All holders of a family card in one text; they are rows of their own. */
    holderName: text({ label: m.card_holder, max: 400, list: true, filter: "contains", form: false }),
    identity: identity({
      label: m.card_identity,
      mask: true,
      list: true,
      hiddenAtFirst: true,
      filter: "equals",
      form: false,
    }),
    mobile: mobile({ abroad: true, label: m.card_mobile, mask: true, list: true, filter: "equals", form: false }),
    /** Where its holder is reminded of its end. */
    email: email({ label: m.card_email, help: m.card_email_help, mask: true, list: "file" }),
    language: dictionary("cardLanguage", { label: m.card_language, help: m.card_language_help, list: "file" }),
    holders: number({ label: m.card_holders, default: 0, hideZero: true, list: "file", form: false }),
    soldAt: moment({ label: m.card_sold_at, list: true, form: false }),
    validFrom: date({ label: m.card_valid_from, list: "file", form: false }),
    validTo: date({ label: m.card_valid_to, ends: true, list: true, filter: "between", sort: true, form: false }),
    visits: number({ label: m.card_visits, default: 0, hideZero: true, list: true, form: false }),
    deposit: money({ label: m.card_deposit_held, default: 0, hideZero: true, list: true, total: true, form: false }),
    frozenFor: dictionary("cardFrozenFor", { label: m.card_frozen_for, values: ["loss", "refund"], form: false }),
    /** Of a card that is reported lost: since when. */
    frozenAt: moment({ label: m.card_frozen_at, form: false }),
    /** Of an employees' card: whose it is; it ends when they leave. */
    employeeId: reference("employee", { label: m.card_employee, form: false, remote: true }),
    replacedById: reference("seasonCard", { label: m.card_replaced_by, form: false, remote: true }),
    photos: image({ label: m.card_photos, help: m.card_photos_help, most: 9 }),
    remark: text({ label: m.remark, max: 200 }),
    own: ownFields("seasonCard"),
    batchId: reference("cardBatch", { label: m.card_batch, form: false, list: "file", filter: "equals", remote: true }),
    /** The account of its deposit. */
    depositId: number({ label: m.card_deposit, form: false, detail: false, logged: false }),
    /** The state that a refund which waits for a second person took it out of. */
    heldFrom: text({ label: m.card_held_from, max: 20, form: false, detail: false, logged: false }),
  },
  commands: {
    spoil: command({
      ...{ label: m.card_spoil, from: ["stock"], to: "spoiled", tone: "bad" },
      fields: { reason: text({ label: m.card_reason, required: true, max: 200 }) },
    }),
    activate: command({ label: m.card_activate, from: ["sold"], to: "active", tone: "good", many: true }),
    reportLoss: command({
      ...{ label: m.card_report_loss, from: ["active"], to: "frozen", tone: "bad" },
      fields: { reason: text({ label: m.card_reason, max: 200 }) },
    }),
    found: command({
      label: m.card_found,
      from: ["frozen"],
      to: "active",
      tone: "good",
      question: m.card_found_question,
    }),
    replace: command({
      ...{ label: m.card_replace, desk: desk("replace"), from: ["frozen"], to: "replaced" },
      fields: {
        number: text({ label: m.card_new_number, help: m.card_new_number_help, max: 30, code: true }),
        ...paid,
      },
    }),
    renew: command({
      ...{ label: m.card_renew, desk: desk("renew"), from: ["active", "expired"], tone: "good", fields: paid },
    }),
    upgrade: command({
      ...{ label: m.card_upgrade, desk: desk("upgrade"), from: ["sold", "active"] },
      fields: { toTypeId: reference("cardType", { label: m.card_upgrade_to, required: true }), ...paid },
    }),
    addHolder: command({
      ...{ label: m.card_add_holder, from: ["sold", "active"] },
      fields: {
        holderName: text({ label: m.card_holder_name, required: true, max: 40 }),
        document: dictionary("identityDocument", { label: m.card_holder_document, default: "resident" }),
        /** As a scanner reads it: a passport's whole zone is taken too. */
        identity: text({ label: m.card_identity, max: 120, mask: true }),
        country: text({ label: m.card_holder_country, help: m.card_country_help, max: 60 }),
      },
    }),
    cancel: command({
      ...{ label: m.card_cancel, from: ["sold", "active", "frozen", "expired"], tone: "bad" },
      fields: { reason: text({ label: m.card_reason, required: true, max: 200 }), expected: paid.expected },
    }),
  },
});
