/** Agencies that are shared within the group: with which corp, up to which credit there, and for how long. */
import { command } from "../command";
import { date, dictionary, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const reason = { reason: text({ label: m.travel_reason, required: true, max: 200 }) };
const figure = { list: true, form: false } as const;

export const agencyShare = resource("manage", "agencyShare", {
  title: m.shared_title,
  path: "/travel/agencyShares",
  fun: "agencyList",
  nameField: "name",
  status: "status",
  keptRows: true,
  editIn: ["shared"],
  defaultSort: { field: "id", order: "desc" },
  whenEmpty: m.shared_none,
  unique: [["agencyId", "memberId"]],
  rules: [
    {
      field: "untilDay",
      holds: ({ fromDay, untilDay }) => !untilDay || String(fromDay) <= String(untilDay),
      message: m.travel_days_order,
    },
  ],
  links: [{ label: m.travel_agency, to: "/travel/agencyList/{agencyId}" }],
  fields: {
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    memberId: reference("tenant", {
      ...{ label: m.shared_member, help: m.shared_member_help, required: true, createOnly: true },
    }),
    /** Of the other corp, as it was called when it was shared with: it may have left the group since. */
    name: text({ label: m.shared_member, max: 80, list: true, filter: "contains", form: false }),
    creditLimit: money({ label: m.shared_limit, help: m.shared_limit_help, required: true, list: true }),
    fromDay: date({ label: m.shared_from, required: true, list: true, fromToday: true }),
    untilDay: date({ label: m.shared_until, help: m.shared_until_help, list: true }),
    /** In the books of the other corp. */
    used: money({ label: m.account_used, ...figure }),
    underWay: money({ label: m.account_under_way, ...figure }),
    free: money({ label: m.account_free, ...figure }),
    reason: text({ label: m.shared_ended_for, max: 200, form: false }),
    status: dictionary("agencyShareState", {
      ...{ label: m.status, required: true, default: "shared", list: true, filter: "equals", form: false },
      values: ["shared", "ended"],
    }),
  },
  commands: {
    changeLimit: command({
      ...{ label: m.account_change_limit, from: ["shared"] },
      fields: { creditLimit: money({ label: m.account_new_limit, required: true }), ...reason },
      approval: { limit: "agencyLimitApproval" },
    }),
    end: command({ label: m.shared_end, from: ["shared"], to: "ended", tone: "bad", fields: reason }),
    reopen: command({ label: m.shared_reopen, from: ["ended"], to: "shared", tone: "good", question: true }),
  },
});
