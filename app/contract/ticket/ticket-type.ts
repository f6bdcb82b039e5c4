import { command, switchingBetween } from "../command";
import { date, dictionary, money, number, ownFields, reference, several, text, time } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { blackouts } from "./blackout";
import { bookingClocks } from "./booking-clock";
import { concessionOfType } from "./concession";
import { refundBands, slots } from "./ticket-terms";

const { suspend, resume } = switchingBetween("onSale", "suspended");

const inRange = {
  when: { field: "validity", is: ["range"] },
  requiredWhen: { field: "validity", is: ["range"] },
} as const;

/** A ticket type. `status` goes draft → onSale → suspended ⇄ onSale → retired, by its commands and no other way. */
export const ticketType = resource("ticket", "ticketType", {
  title: m.ticket_type,
  listTitle: m.fun_ticket_list,
  path: "/ticket/ticketList",
  editPath: "/ticket/ticketEdit",
  fun: "ticketList",
  nameField: "name",
  status: "status",
  importable: true,
  begin: { label: m.startup_empty_types, to: "/guideTwo" },
  commands: {
    publish: command({
      ...{ label: m.engine_publish, did: m.flash_published, told: m.r_told_published, tone: "good" },
      ...{ from: ["draft"], to: "onSale", many: true },
    }),
    suspend: { ...suspend, told: m.r_told_off_sale },
    resume: { ...resume, told: m.r_told_on_sale },
    /** Nothing new is sold; what is sold stays good. */
    retire: command({
      ...{ label: m.engine_retire, did: m.flash_retired, told: m.r_told_retired, tone: "bad" },
      ...{ from: ["onSale", "suspended"], to: "retired", question: true, many: true },
    }),
  },
  defaultSort: { field: "sort", order: "asc" },
  links: [{ label: m.try_title, to: "/ticket/ticketList/{id}/tryRules" }],
  sections: [
    { title: m.forms_section_basic, fields: ["code", "name", "kind", "selectPolicyId", "parkId", "sort"] },
    {
      title: m.forms_section_price,
      fields: ["facePrice", "listPrice", "priceCeiling", "approvedBy", "concessionId", "insteadOfId"],
    },
    {
      title: m.forms_section_use,
      fields: [
        "validity",
        "validDays",
        "rangeFrom",
        "rangeTo",
        "useDays",
        "admissions",
        "persons",
        "gateGroupId",
        "checkHint",
      ],
    },
    {
      title: m.forms_section_times,
      fields: [
        "weekdays",
        "blackouts",
        "entryFrom",
        "entryTo",
        "passInterval",
        "perDay",
        "perGroup",
        "reentry",
        "reentries",
        "slots",
        "graceBefore",
        "graceAfter",
      ],
    },
    {
      title: m.forms_section_sale,
      fields: [
        "channels",
        "saleFrom",
        "saleTo",
        "realName",
        "documents",
        "perIdentityDay",
        "perMobileDay",
        "minPerOrder",
        "maxPerOrder",
        "printTemplateId",
      ],
    },
    { title: m.forms_section_clock, fields: ["bookingClocks"] },
    {
      title: m.forms_section_refund,
      fields: ["refundRule", "refundFrom", "refundBands", "expiredRefund", "expiredDays", "expiredFee"],
    },
    {
      title: m.forms_section_change,
      fields: ["changes", "changeTimes", "changeHours", "changeFeeBy", "changeFee", "changeFeeRate"],
    },
  ],
  fields: {
    code: text({ label: m.code, required: true, code: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains", sort: true }),
    kind: dictionary("ticketKind", {
      label: m.ticket_kind,
      required: true,
      default: "single",
      list: true,
      filter: "anyOf",
    }),
    /** Entries, those at one gate group and days of use are its own then. */
    selectPolicyId: reference("selectPolicy", {
      ...{ label: m.point_policy, help: m.point_policy_help, filter: "equals", search: false },
      when: { field: "kind", is: ["selectPoint"] },
      requiredWhen: { field: "kind", is: ["selectPoint"] },
    }),
    parkId: reference("park", { label: m.park, required: true, list: true, filter: "equals" }),
    facePrice: money({ label: m.face_price, required: true, list: true }),
    listPrice: money({ label: m.list_price, required: true, list: true, filter: "between", sort: true }),
    /** No price of the type may be above it, whoever sets it: what an authority approved for a government-priced sight. */
    priceCeiling: money({ label: m.type_ceiling, help: m.type_ceiling_help }),
    /** Number of the approval, as refusals name it. */
    approvedBy: text({ label: m.type_approved_by, help: m.type_approved_by_help, max: 60 }),
    ...concessionOfType,
    realName: dictionary("realNameRule", { label: m.real_name_rule, required: true, default: "none", list: true }),
    validity: dictionary("validityRule", {
      label: m.validity_rule,
      required: true,
      default: "day",
      help: m.validity_rule_help,
    }),
    validDays: number({
      label: m.valid_days,
      when: { field: "validity", is: ["days"] },
      requiredWhen: { field: "validity", is: ["days"] },
      min: 1,
      max: 3660,
      default: 1,
    }),
    rangeFrom: date({ label: m.range_from, ...inRange }),
    rangeTo: date({ label: m.range_to, ...inRange }),
    admissions: number({ label: m.admissions, required: true, min: 1, max: 9999, default: 1 }),
    persons: number({ label: m.type_persons, min: 1, max: 1000, help: m.type_persons_help }),
    useDays: number({ label: m.type_use_days, min: 1, max: 3660, help: m.type_use_days_help }),
    checkHint: text({ label: m.type_check_hint, max: 60, help: m.type_check_hint_help }),
    weekdays: several("weekday", { label: m.type_weekdays, help: m.type_weekdays_help }),
    blackouts,
    perDay: number({ label: m.type_per_day, min: 1, max: 999, help: m.type_per_day_help }),
    perGroup: number({ label: m.type_per_group, min: 1, max: 999, help: m.type_per_group_help }),
    reentry: dictionary("reentryRule", { label: m.type_reentry, help: m.type_reentry_help }),
    reentries: number({
      label: m.type_reentries,
      when: { field: "reentry", is: ["times"] },
      requiredWhen: { field: "reentry", is: ["times"] },
      min: 1,
      max: 99,
    }),
    graceBefore: number({ label: m.type_grace_before, min: 0, max: 240, help: m.type_grace_before_help }),
    graceAfter: number({ label: m.type_grace_after, min: 0, max: 240, help: m.type_grace_after_help }),
    passInterval: number({ label: m.pass_interval, min: 0, max: 1440, help: m.pass_interval_help }),
    gateGroupId: reference("gateGroup", { label: m.gate_group, remote: true, help: m.gate_group_help }),
    entryFrom: time({ label: m.entry_from, help: m.entry_window_help }),
    entryTo: time({ label: m.entry_to }),
    refundRule: dictionary("refundRule", { label: m.refund_rule, required: true, default: "free" }),
    /** None: midnight of the visit day. */
    refundFrom: dictionary("refundFrom", {
      ...{ label: m.refund_from, help: m.refund_from_help, default: "day" },
      when: { field: "refundRule", is: ["free", "approval"] },
    }),
    refundBands,
    /** None: nothing goes back once its last day is over. */
    expiredRefund: dictionary("expiredRefund", {
      ...{ label: m.expired_refund, help: m.expired_refund_help },
      when: { field: "refundRule", is: ["free", "approval"] },
    }),
    expiredDays: number({
      ...{ label: m.expired_days, help: m.expired_days_help, min: 1, max: 180 },
      when: { field: "expiredRefund", is: ["request", "auto"] },
      requiredWhen: { field: "expiredRefund", is: ["request", "auto"] },
    }),
    expiredFee: number({
      ...{ label: m.expired_fee, help: m.expired_fee_help, min: 0, max: 100 },
      when: { field: "expiredRefund", is: ["request", "auto"] },
    }),
    /** None: it is not changed at all. */
    changes: several("changeWhat", { label: m.changes_allowed, help: m.changes_allowed_help }),
    changeTimes: number({ label: m.change_times, min: 1, max: 99, help: m.change_times_help }),
    /** Before the slot, or the visit day, begins; negative is after that. */
    changeHours: number({ label: m.change_hours, min: -9999, max: 9999, help: m.change_hours_help }),
    changeFeeBy: dictionary("changeFee", { label: m.change_fee_by, help: m.change_fee_by_help }),
    changeFee: money({
      label: m.change_fee,
      when: { field: "changeFeeBy", is: ["fixed"] },
      requiredWhen: { field: "changeFeeBy", is: ["fixed"] },
    }),
    changeFeeRate: number({
      label: m.change_fee_rate,
      when: { field: "changeFeeBy", is: ["rate"] },
      requiredWhen: { field: "changeFeeBy", is: ["rate"] },
      min: 0,
      max: 1000,
    }),
    saleFrom: date({ label: m.sale_from, help: m.sale_window_help }),
    saleTo: date({ label: m.sale_to }),
    bookingClocks,
    channels: several("saleChannel", {
      ...{ label: m.channels, required: true, default: ["window", "internal"], list: true, filter: "anyOf" },
    }),
    minPerOrder: number({ label: m.min_per_order, required: true, min: 1, max: 1000, default: 1 }),
    maxPerOrder: number({ label: m.max_per_order, required: true, min: 1, max: 1000, default: 50 }),
    documents: several("identityDocument", {
      label: m.documents,
      when: { field: "realName", is: ["perOrder", "perTicket"] },
      help: m.documents_help,
    }),
    perIdentityDay: number({
      label: m.per_identity_day,
      when: { field: "realName", is: ["perOrder", "perTicket"] },
      min: 1,
      max: 100,
    }),
    perMobileDay: number({ label: m.per_mobile_day, min: 1, max: 1000, help: m.per_mobile_day_help }),
    printTemplateId: reference("printTemplate", {
      ...{ label: m.print_of_type, help: m.print_of_type_help, filter: "equals", search: false },
    }),
    slots,
    own: ownFields("ticketType"),
    sort: number({ label: m.sort_order, required: true, min: 0, max: 9999, default: 100, sort: true }),
    status: dictionary("ticketTypeStatus", {
      label: m.status,
      values: ["draft", "onSale", "suspended", "retired"],
      required: true,
      default: "draft",
      list: true,
      filter: "anyOf",
      form: false,
    }),
  },
});
