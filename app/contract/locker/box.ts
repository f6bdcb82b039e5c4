/** Lockers one by one: free → occupied → free, faulty, disabled, by the commands below and in no other way. */
import { command } from "../command";
import { dictionary, mobile, moment, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { view } from "../resource-view";

const reason = { reason: text({ label: m.locker_reason, required: true, max: 200 }) };

export const lockerBox = resource("locker", "lockerBox", {
  title: m.locker_box,
  listTitle: m.locker_boxes,
  path: "/locker/boxList",
  fun: "lockerBoxList",
  nameField: "number",
  status: "status",
  importable: true,
  unique: [["lockerGroupId", "number"]],
  defaultSort: { field: "number", order: "asc" },
  fields: {
    number: text({
      ...{ label: m.locker_number, required: true, max: 20, code: true, createOnly: true },
      ...{ list: true, filter: "contains", sort: true },
    }),
    lockerGroupId: reference("lockerGroup", {
      ...{ label: m.locker_group, required: true, createOnly: true, list: true, filter: "equals" },
    }),
    size: dictionary("lockerSize", { label: m.locker_size, required: true, list: true, filter: "equals" }),
    deposit: money({ label: m.locker_deposit, help: m.locker_deposit_help, list: true }),
    status: dictionary("lockerState", {
      ...{ label: m.status, required: true, values: ["free", "occupied", "faulty", "disabled"], default: "free" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
    mobile: mobile({ abroad: true, label: m.locker_mobile, mask: true, list: true, filter: "equals", form: false }),
    held: money({ label: m.locker_held, list: true, total: true, hideZero: true, default: 0, form: false }),
    paymentType: dictionary("paymentType", { label: m.locker_paid_by, form: false }),
    occupiedAt: moment({ label: m.locker_since, list: "file", form: false }),
    dueAt: moment({ label: m.locker_due, list: true, form: false }),
    remark: text({ label: m.locker_fault, max: 200, list: "file", form: false }),
    /** Whose use it is now: the account of the deposit. */
    useId: number({ label: m.locker_use, form: false, detail: false, logged: false }),
  },
  commands: {
    occupy: command({
      ...{ label: m.locker_occupy, from: ["free"], to: "occupied", tone: "good" },
      fields: {
        mobile: mobile({ abroad: true, label: m.locker_mobile, required: true }),
        paymentType: dictionary("paymentType", { label: m.locker_paid_by, required: true, default: "cash" }),
      },
    }),
    release: command({
      ...{ label: m.locker_release, from: ["occupied"], to: "free", question: m.locker_release_question, many: true },
    }),
    clear: command({
      ...{ label: m.locker_clear, from: ["occupied"], to: "free", question: m.locker_clear_question, many: true },
      tone: "bad",
    }),
    open: command({ label: m.locker_open, from: ["occupied", "faulty"], fields: reason }),
    markFaulty: command({ label: m.locker_mark_faulty, from: ["free"], to: "faulty", fields: reason, tone: "bad" }),
    repaired: command({ label: m.locker_repaired, from: ["faulty"], to: "free", tone: "good", many: true }),
    disable: command({ label: m.engine_suspend, from: ["free"], to: "disabled", many: true, tone: "bad" }),
    enable: command({ label: m.engine_resume, from: ["disabled"], to: "free", many: true, button: "disable" }),
  },
});

/** In use for longer than the group allows. */
export const lockerOverdue = view(lockerBox, {
  noun: "lockerOverdue",
  title: m.locker_overdue,
  path: "/locker/overdueList",
  fun: "lockerOverdue",
  where: { status: "occupied" },
  columns: ["number", "lockerGroupId", "size", "mobile", "held", "occupiedAt", "dueAt"],
  filters: ["number", "lockerGroupId", "size", "mobile"],
  defaultSort: { field: "dueAt", order: "asc" },
  commands: ["clear"],
});
