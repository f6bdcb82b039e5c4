/**
 * Free or cheaper tickets that an employee may have issued in a calendar month, by ticket type: the rules, and what has
 * been used of them. What is used is an account of a ledger, so that it is never overdrawn.
 */
import { dictionaries } from "../dictionary-declaration";
import { dictionary, money, number, reference, text, tree } from "../field-kinds";
import { ledger } from "../ledger";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { resource } from "../resource";

const only = (who: string) => ({
  when: { field: "forWhom", is: [who] },
  requiredWhen: { field: "forWhom", is: [who] },
});

export const staffReduction = resource("ticket", "staffReduction", {
  title: m.staff_reduction,
  listTitle: m.fun_staff_reduce,
  path: "/ticketConfig/staffReduce",
  fun: "staffReduce",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  links: [{ label: m.staff_uses, to: "/ticketConfig/staffUse?staffReductionId={id}" }],
  fields: {
    name: text({ label: m.name, required: true, max: 40, help: m.staff_name_help, list: true, filter: "contains" }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.staff_ticket_type, required: true, remote: true, createOnly: true, list: true, filter: "equals" },
    }),
    forWhom: dictionary("staffReductionFor", {
      ...{ label: m.staff_for, help: m.staff_for_help, required: true, default: "employee", list: true },
      ...{ values: ["employee", "department", "role"], filter: "equals" },
    }),
    employeeId: reference("operator", { label: m.staff_employee, remote: true, list: true, ...only("employee") }),
    departmentId: tree("department", { label: m.admin_department, list: true, ...only("department") }),
    roleId: reference("role", { label: m.admin_role, remote: true, list: true, ...only("role") }),
    perMonth: number({
      label: m.staff_per_month,
      help: m.staff_per_month_help,
      required: true,
      min: 1,
      max: 1000,
      list: true,
    }),
    price: money({ label: m.staff_price, help: m.staff_price_help, required: true, default: 0, list: true }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** Of one employee, rule and month, from its first ticket on. */
export const staffUse = resource("ticket", "staffUse", {
  title: m.staff_uses,
  listTitle: m.fun_staff_use,
  path: "/ticketConfig/staffUse",
  fun: "staffUse",
  alsoFor: ["staffReduce"],
  whenEmpty: m.empty_staff_use,
  nameField: "month",
  readOnly: true,
  defaultSort: { field: "id", order: "desc" },
  pages: { detail: "/ticketConfig/staffLedger?employeeId={employeeId}&month={month}" },
  fields: {
    month: text({ label: m.staff_month, max: 7, required: true, list: true, filter: "equals" }),
    employeeId: reference("operator", {
      ...{ label: m.staff_employee, required: true, remote: true, list: true, filter: "equals" },
    }),
    staffReductionId: reference("staffReduction", {
      ...{ label: m.staff_reduction, required: true, remote: true, list: true, filter: "equals" },
    }),
    total: number({ label: m.staff_total, required: true, default: 0, list: true }),
    used: number({ label: m.staff_used, required: true, default: 0, list: true }),
    remaining: number({ label: m.staff_left, list: true }),
  },
});

const order = "/offlineOrderDetail?orderNo={source}";

export const staffLedger = ledger("ticket", "staffLedger", {
  title: m.staff_ledger,
  path: "/ticketConfig/staffLedger",
  fun: "staffUse",
  unit: "pieces",
  figures: { total: m.staff_total, used: m.staff_used },
  floors: [{ total: 1, used: -1 }],
  kindsName: ["员工优惠变动", "Movement of staff tickets"],
  kinds: {
    open: { label: m.staff_move_open, moves: { total: 1 } },
    adjust: { label: m.staff_move_adjust, moves: { total: 1 }, eitherWay: true },
    use: { label: m.staff_move_use, moves: { used: 1 }, page: order },
    giveBack: { label: m.staff_move_give_back, moves: { used: -1 }, page: order },
  },
  accounts: {
    staffReductionId: reference("staffReduction", {
      label: m.staff_reduction,
      list: true,
      filter: "equals",
      remote: true,
    }),
    employeeId: reference("operator", { label: m.staff_employee, list: true, filter: "equals", remote: true }),
    month: text({ label: m.staff_month, max: 7, list: true, filter: "equals" }),
  },
});

export const staffDictionaries = dictionaries({
  staffReductionFor: {
    name: ["员工优惠适用对象", "Who a staff reduction is for"],
    items: [
      ["employee", "指定员工", "One employee"],
      ["department", "部门", "Department"],
      ["role", "角色", "Role"],
    ],
  },
});

const tickets = { group: "tickets", built: true } as const;

export const staffMenu = menuEntries({
  staffReduce: {
    ...{ ...tickets, place: 100, label: m.fun_staff_reduce, url: "/ticketConfig/staffReduce" },
    money: { "staffReduction:add": true, "staffReduction:edit": true },
  },
  staffUse: { ...tickets, place: 102, label: m.fun_staff_use, url: "/ticketConfig/staffUse" },
});

declare module "../dictionary-declaration" {
  interface BusinessDictionaries {
    staff: typeof staffDictionaries;
  }
}
declare module "../menu-entry" {
  interface BusinessMenus {
    staff: typeof staffMenu;
  }
}
