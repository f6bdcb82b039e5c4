/** Agreements with agencies: one that is signed makes an approved agency active; one more with later days renews it. */
import { command } from "../command";
import { boolean, code, date, dictionary, file, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { prepayRules, prepayTerms } from "../ticket/group-prepay";

export const agencyAgreement = resource("manage", "agencyAgreement", {
  title: m.travel_agreement,
  listTitle: m.travel_agreements,
  path: "/travel/agreementList",
  fun: "agencyAgreement",
  nameField: "code",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  rules: [
    {
      field: "toDay",
      holds: ({ fromDay, toDay }) => String(fromDay) <= String(toDay),
      message: m.travel_days_order,
    },
    ...prepayRules,
  ],
  fields: {
    code: code({ label: m.travel_agreement_no, required: true, list: true, filter: "contains", sort: true }),
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    fromDay: date({ label: m.travel_from, required: true, list: true, fromToday: true }),
    toDay: date({ label: m.travel_to, ends: true, required: true, list: true, filter: "between", sort: true }),
    /** How its statements are made: how long a period is, and which day a movement belongs to. */
    cycle: dictionary("statementCycle", {
      ...{ label: m.bill_cycle, required: true, values: ["week", "month"], default: "month", list: true },
      omissible: true,
    }),
    basis: dictionary("statementBasis", {
      ...{ label: m.bill_basis, help: m.bill_basis_help, required: true, default: "sale", list: true },
      values: ["sale", "admission"],
      omissible: true,
    }),
    /** One of a group is free for so many who pay; empty: nobody is. */
    freePer: number({ label: m.travel_free_per, help: m.travel_free_per_help, min: 1, max: 200 }),
    freeCount: number({
      ...{ label: m.travel_free_count, help: m.travel_free_count_help, min: 1, max: 20 },
      ...{ required: true, default: 1, omissible: true },
    }),
    /** Of those who pay, a set that is begun counts as a full one. */
    freeStarted: boolean({
      label: m.travel_free_started,
      help: m.travel_free_started_help,
      default: false,
      omissible: true,
    }),
    /** Until how many hours before it arrives a group names its real-name visitors; empty: until it is settled. */
    namesHours: number({
      label: m.group_names_hours,
      help: m.travel_names_hours_help,
      min: 1,
      max: 720,
      omissible: true,
    }),
    ...prepayTerms,
    prepayPercent: { ...prepayTerms.prepayPercent, help: m.travel_prepay_percent_help },
    file: file({ label: m.travel_agreement_file, most: 3, megabytes: 5 }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("agencyAgreementState", {
      ...{ label: m.status, required: true, values: ["draft", "signed", "void"], default: "draft" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
  },
  commands: {
    sign: command({
      ...{ label: m.travel_sign, from: ["draft"], to: "signed", tone: "good", question: m.travel_sign_question },
    }),
    cancel: command({ ...{ label: m.travel_void, from: ["draft"], to: "void", tone: "bad", question: true } }),
  },
});
