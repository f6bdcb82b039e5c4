/** Types of stored-value cards that are opened to other corps of the group: to which, up to how much a day, for how long. */
import { command } from "../command";
import { date, dictionary, money, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

const figure = { list: true, form: false } as const;

export const cardShare = resource("smartcard", "cardShare", {
  title: m.groupcard_one,
  listTitle: m.groupcard_title,
  path: "/smartCard/groupShares",
  fun: "smartCardList",
  nameField: "name",
  status: "status",
  keptRows: true,
  editIn: ["shared"],
  defaultSort: { field: "id", order: "desc" },
  whenEmpty: m.groupcard_none,
  unique: [["cardTypeId", "memberId"]],
  rules: [
    {
      field: "untilDay",
      holds: ({ fromDay, untilDay }) => !untilDay || String(fromDay) <= String(untilDay),
      message: m.travel_days_order,
    },
  ],
  fields: {
    cardTypeId: reference("cardType", {
      ...{ label: m.card_type_title, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    memberId: reference("tenant", {
      ...{ label: m.groupcard_member, help: m.shared_member_help, required: true, createOnly: true },
    }),
    /** Of the other corp, as it was called when its tills were opened: it may have left the group since. */
    name: text({ label: m.groupcard_member, max: 80, list: true, filter: "contains", form: false }),
    dailyLimit: money({ label: m.groupcard_limit, help: m.groupcard_limit_help, required: true, list: true }),
    fromDay: date({ label: m.groupcard_from, required: true, list: true, fromToday: true }),
    untilDay: date({ label: m.groupcard_until, help: m.shared_until_help, list: true }),
    /** What this corp owes the other one for, before it was settled. */
    today: money({ label: m.groupcard_today, ...figure }),
    total: money({ label: m.groupcard_total, ...figure }),
    reason: text({ label: m.groupcard_ended_for, max: 200, form: false }),
    status: dictionary("cardShareState", {
      ...{ label: m.status, required: true, default: "shared", list: true, filter: "equals", form: false },
      values: ["shared", "ended"],
    }),
  },
  commands: {
    end: command({
      ...{ label: m.groupcard_end, from: ["shared"], to: "ended", tone: "bad" },
      fields: { reason: text({ label: m.card_reason, required: true, max: 200 }) },
    }),
    reopen: command({ label: m.groupcard_reopen, from: ["ended"], to: "shared", tone: "good", question: true }),
  },
});
