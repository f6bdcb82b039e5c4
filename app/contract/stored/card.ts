/** Stored-value cards one by one: stock → active → frozen | cancelled | replaced, and what moves their balances. */
import { command } from "../command";
import { date, dictionary, email, identity, mobile, moment, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const storedStates = ["stock", "active", "frozen", "replaced", "cancelled", "spoiled"] as const;
export type StoredState = (typeof storedStates)[number];

const desk = (step: string) => `/smartCard/list/counter?card={id}#step-${step}`;
const paymentType = dictionary("paymentType", { label: m.card_paid_by, required: true, default: "cash" });
const reason = text({ label: m.card_reason, required: true, max: 200 });
/** What was quoted: a gift that is another by now is refused. */
const expectedGift = money({ label: m.stored_expected_gift, help: m.stored_expected_gift_help });

/** What a refund was quoted by: refused where the card holds something else by now. */
const quoted = {
  expectedPrincipal: money({ label: m.stored_expected_principal, help: m.stored_expected_back_help }),
  expectedForfeit: money({ label: m.stored_expected_forfeit, help: m.stored_expected_back_help }),
};

export const smartCard = resource("smartcard", "smartCard", {
  title: m.stored_card,
  listTitle: m.fun_smart_card_list,
  path: "/smartCard/list",
  fun: "smartCardList",
  nameField: "number",
  status: "status",
  importable: true,
  notes: true,
  buttonLabels: { add: m.card_stock_in },
  tools: [
    { label: m.stored_counter, to: "/smartCard/list/counter" },
    { label: m.stored_list, to: "/smartCard/list/group" },
    { label: m.stored_owed, to: "/smartCard/ledger/owed" },
    { label: m.groupcard_title, to: "/smartCard/groupShares" },
  ],
  links: [
    { label: m.stored_counter, to: "/smartCard/list/counter?card={id}" },
    { label: m.stored_statement, to: "/smartCard/list/{id}/statement" },
    { label: m.card_print, to: "/smartCard/list/{id}/print" },
    { label: m.stored_log, to: "/smartCard/log?cardId={id}" },
    { label: m.invoice_top_ups_ask, to: "/invoice/list/topUps?card={id}" },
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
    status: dictionary("storedState", {
      ...{ label: m.status, required: true, values: storedStates, default: "stock" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    holderName: text({ label: m.card_holder, max: 40, list: true, filter: "contains", form: false }),
    /** Of the number below; with the country of a passport they are the person. */
    document: dictionary("identityDocument", {
      ...{ label: m.card_holder_document, list: true, hiddenAtFirst: true, form: false },
    }),
    country: text({ label: m.card_holder_country, max: 60, list: "file", form: false }),
    /** Without one the card is unnamed: it holds less, and its loss is nobody's to report. */
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
    principal: money({ label: m.stored_principal, default: 0, list: true, total: true, form: false, logged: false }),
    gift: money({
      ...{ label: m.stored_gift, default: 0, hideZero: true, list: true, total: true, form: false, logged: false },
    }),
    deposit: money({
      ...{
        label: m.card_deposit_held,
        default: 0,
        hideZero: true,
        list: true,
        hiddenAtFirst: true,
        total: true,
        form: false,
      },
      logged: false,
    }),
    soldAt: moment({ label: m.card_sold_at, list: true, form: false }),
    /** Its last day; none: for ever. What it holds outlives it. */
    validTo: date({ label: m.card_valid_to, ends: true, list: true, filter: "between", form: false }),
    /** Of one that is reported lost: since when. */
    frozenAt: moment({ label: m.card_frozen_at, form: false }),
    replacedById: reference("smartCard", { label: m.card_replaced_by, form: false, remote: true }),
    remark: text({ label: m.remark, max: 200 }),
    batchId: reference("cardBatch", { label: m.card_batch, form: false, list: "file", filter: "equals", remote: true }),
  },
  commands: {
    /** A misprint: it is never sold, and its batch counts it. */
    spoil: command({
      ...{ label: m.card_spoil, from: ["stock"], to: "spoiled", tone: "bad" },
      fields: { reason },
    }),
    sell: command({
      ...{ label: m.stored_sell, desk: desk("sell"), from: ["stock"], to: "active", tone: "good" },
      fields: {
        holderName: text({ label: m.card_holder, max: 40 }),
        document: dictionary("identityDocument", { label: m.card_holder_document, default: "resident" }),
        /** As a scanner reads it: a passport's whole zone is taken too. */
        identity: text({ label: m.card_identity, help: m.stored_identity_help, max: 120, mask: true }),
        country: text({ label: m.card_holder_country, help: m.card_country_help, max: 60 }),
        mobile: mobile({ abroad: true, label: m.card_mobile }),
        email: email({ label: m.card_email, help: m.card_email_help }),
        language: dictionary("cardLanguage", { label: m.card_language, help: m.card_language_help }),
        amount: money({ label: m.stored_first_top_up, help: m.stored_first_help, default: 0 }),
        expectedGift,
        paymentType,
      },
    }),
    topUp: command({
      ...{ label: m.stored_top_up, desk: desk("topUp"), from: ["active"], tone: "good" },
      fields: { amount: money({ label: m.stored_top_up_amount, required: true }), expectedGift, paymentType },
    }),
    spend: command({
      ...{ label: m.stored_spend, from: ["active"] },
      fields: {
        amount: money({ label: m.stored_spend_amount, required: true }),
        what: text({ label: m.stored_spend_what, max: 40 }),
        /** Of the holder's phone, where the card was found by it: it pays once. */
        code: text({ label: m.stored_spend_code, help: m.stored_spend_code_help, max: 60 }),
        /** What was quoted: a rule that takes another amount by now is refused. */
        expected: money({ label: m.stored_expected_payable, help: m.stored_expected_payable_help }),
      },
    }),
    refund: command({
      ...{ label: m.stored_refund, from: ["active", "cancelled"], tone: "bad" },
      fields: { amount: money({ label: m.stored_refund_amount, required: true }), ...quoted, reason },
      approval: { limit: "refundApprovalLimit" },
    }),
    reportLoss: command({
      ...{ label: m.card_report_loss, from: ["active"], to: "frozen", tone: "bad" },
      fields: { reason: text({ label: m.card_reason, max: 200 }) },
    }),
    found: command({
      ...{ label: m.card_found, from: ["frozen"], to: "active", tone: "good", question: m.stored_found_question },
    }),
    replace: command({
      ...{ label: m.card_replace, desk: desk("replace"), from: ["frozen"], to: "replaced" },
      fields: {
        number: text({ label: m.card_new_number, help: m.card_new_number_help, max: 30, code: true }),
        paymentType,
      },
    }),
    prolong: command({ label: m.stored_prolong, from: ["active"], tone: "good", question: m.stored_prolong_question }),
    cancel: command({
      ...{ label: m.card_cancel, from: ["active"], to: "cancelled", tone: "bad" },
      fields: { ...quoted, reason },
      approval: { limit: "refundApprovalLimit" },
    }),
  },
});
