/** Travel agencies: who they are, how they settle, and their life: applied → approved → active ⇄ suspended → closed. */
import { command } from "../command";
import {
  code,
  date,
  dictionary,
  email,
  file,
  mobile,
  money,
  ownFields,
  reference,
  telephone,
  text,
  tree,
} from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const bank = {
  amount: money({ label: m.account_amount, required: true }),
  bankRef: text({ label: m.account_bank_ref, help: m.account_bank_ref_help, required: true, max: 40 }),
  remark: text({ label: m.remark, max: 200 }),
};
const reason = { reason: text({ label: m.travel_reason, required: true, max: 200 }) };
const credit = {
  when: { field: "settlement", is: ["credit"] },
  requiredWhen: { field: "settlement", is: ["credit"] },
} as const;

export const agency = resource("manage", "agency", {
  title: m.travel_agency,
  listTitle: m.fun_agency_list,
  path: "/travel/agencyList",
  fun: "agencyList",
  nameField: "name",
  status: "status",
  importable: true,
  notes: true,
  links: [
    { label: m.account_title, to: "/travel/agencyList/{id}/account" },
    { label: m.fun_sing_verification, to: "/travelInfo/singVerification?agencyId={id}" },
    { label: m.travel_agreements, to: "/travel/agreementList?agencyId={id}" },
    { label: m.fun_travel_log_detail, to: "/travelLogDetail?agencyId={id}" },
    { label: m.trade_why, to: "/travelInfo/travelTypePrice/why?agencyId={id}" },
    { label: m.fun_statement_list, to: "/travel/statementList?agencyId={id}" },
    { label: m.fun_receipt_list, to: "/travel/receiptList?agencyId={id}" },
    { label: m.travel_contacts, to: "/travel/agencyContacts?agencyId={id}" },
    { label: m.shared_title, to: "/travel/agencyShares?agencyId={id}" },
    {
      label: m.fun_travel_agreed_ticket_num_detail,
      to: "/travelInfo/travelAgreedTicketNumDetail?agencyId={id}",
    },
  ],
  tools: [{ label: m.fun_create_customer, to: "/travelInfo/createCustomer" }],
  defaultSort: { field: "id", order: "desc" },
  firstFilters: ["name", "mobile", "salesmanId", "code"],
  sections: [
    { title: m.travel_section_basic, fields: ["code", "name", "type"] },
    { title: m.travel_section_licence, fields: ["licence", "licenceUntil", "licenceFile"] },
    { title: m.travel_section_contact, fields: ["contact", "mobile", "telephone", "email", "address"] },
    { title: m.travel_section_bank, fields: ["taxTitle", "taxNumber", "bank", "bankAccount"] },
    { title: m.travel_section_settlement, fields: ["settlement", "creditLimit", "groupLimit", "remark"] },
    { title: m.trade_section_sales, fields: ["regionId", "salesmanId", "priceGroupId"] },
  ],
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 80, unique: true, list: true, filter: "contains", sort: true }),
    type: dictionary("agencyType", {
      ...{ label: m.travel_type, required: true, list: true, hiddenAtFirst: true, filter: "equals" },
    }),
    licence: text({ label: m.travel_licence, required: true, max: 40, unique: true, filter: "contains" }),
    licenceUntil: date({
      label: m.travel_licence_until,
      ends: true,
      list: true,
      hiddenAtFirst: true,
      filter: "between",
    }),
    // Three of an application and three of staff.
    licenceFile: file({ label: m.travel_licence_file, most: 6, megabytes: 5 }),
    contact: text({ label: m.travel_contact, required: true, max: 40, list: true }),
    mobile: mobile({ label: m.travel_mobile, required: true, mask: true, list: true, filter: "equals" }),
    telephone: telephone({ label: m.travel_telephone }),
    email: email({ label: m.travel_email }),
    address: text({ label: m.travel_address, max: 200 }),
    taxTitle: text({ label: m.travel_tax_title, help: m.travel_tax_title_help, max: 80 }),
    taxNumber: text({ label: m.travel_tax_number, max: 20, code: true }),
    bank: text({ label: m.travel_bank, max: 80 }),
    bankAccount: text({ label: m.travel_bank_account, max: 32, mask: true }),
    settlement: dictionary("agencySettlement", {
      ...{ label: m.travel_settlement, required: true, default: "prepaid", list: true, filter: "equals" },
      values: ["prepaid", "credit", "cash"],
    }),
    creditLimit: money({ label: m.travel_credit_limit, help: m.travel_credit_limit_help, list: true, ...credit }),
    groupLimit: money({ label: m.shared_group_limit, help: m.shared_group_limit_help }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    regionId: tree("salesRegion", { label: m.travel_region, list: true, hiddenAtFirst: true, filter: "equals" }),
    salesmanId: reference("salesman", { label: m.travel_salesman, remote: true, list: true, filter: "equals" }),
    priceGroupId: reference("travelPriceGroup", {
      label: m.travel_price_group,
      list: true,
      hiddenAtFirst: true,
      filter: "equals",
    }),
    own: ownFields("agency"),
    /** The last day of the agreement that is signed. */
    agreementUntil: date({ label: m.travel_agreement_until, ends: true, list: true, filter: "between", form: false }),
    held: dictionary("agencyHeld", {
      ...{ label: m.shared_held, required: true, default: "own", values: ["own", "shared"], form: false },
      ...{ list: true, hiddenAtFirst: true, filter: "equals" },
    }),
    /** The corp of the group that holds the contract. */
    sharedBy: text({
      ...{ label: m.shared_by, max: 80, list: true, hiddenAtFirst: true, filter: "contains", form: false },
    }),
    suspendedFor: text({ label: m.travel_suspended_for, max: 200, form: false }),
    status: dictionary("agencyState", {
      ...{ label: m.status, required: true, default: "applied", list: true, filter: "anyOf", form: false },
      values: ["applied", "rejected", "approved", "active", "suspended", "closed"],
    }),
  },
  commands: {
    suspend: command({
      ...{ label: m.engine_suspend, from: ["active"], to: "suspended", tone: "bad", fields: reason },
    }),
    resume: command({
      ...{ label: m.engine_resume, from: ["suspended"], to: "active", tone: "good", question: true, button: "suspend" },
    }),
    close: command({
      ...{
        label: m.travel_close,
        from: ["applied", "rejected", "approved", "active", "suspended"],
        to: "closed",
        tone: "bad",
      },
      fields: reason,
    }),
    topUp: command({
      ...{ label: m.account_top_up, from: ["active", "suspended"], tone: "good" },
      fields: { ...bank, payer: text({ label: m.account_payer, help: m.account_payer_help, max: 80 }) },
      approval: { limit: "agencyPayerApproval" },
    }),
    // An order may be refunded after its agency was closed.
    withdraw: command({
      ...{ label: m.account_withdraw, from: ["active", "suspended", "closed"], tone: "bad", fields: bank },
    }),
    changeLimit: command({
      ...{ label: m.account_change_limit, from: ["active"] },
      fields: {
        creditLimit: money({ label: m.account_new_limit, required: true }),
        reason: text({ label: m.travel_reason, required: true, max: 200 }),
      },
      approval: { limit: "agencyLimitApproval" },
    }),
    allowOrder: command({
      ...{ label: m.account_allow_order, from: ["active"] },
      fields: {
        amount: money({ label: m.account_exception_amount, help: m.account_exception_amount_help, required: true }),
        untilDay: date({ label: m.account_exception_until, required: true }),
        reason: text({ label: m.travel_reason, required: true, max: 200 }),
      },
      approval: { limit: "agencyLimitApproval" },
    }),
    takeDeposit: command({
      ...{ label: m.account_take_deposit, from: ["active", "suspended"], fields: bank },
    }),
    returnDeposit: command({
      ...{ label: m.account_return_deposit, from: ["active", "suspended"], tone: "bad", fields: bank },
    }),
  },
});
