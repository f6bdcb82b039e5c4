/** Salesmen, who look after agencies; and what each is to bring in a month. */
import { z } from "zod";
import { command } from "../command";
import { code, date, dictionary, mobile, money, number, reference, text, tree } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { fenInAll, id } from "../validators";
import { isMonth } from "./month";

export const salesman = resource("manage", "salesman", {
  title: m.trade_salesman,
  listTitle: m.fun_add_salesman_manage,
  path: "/addSalesmanManage",
  fun: "addSalesmanManage",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "code", order: "asc" },
  fields: {
    code: code({ label: m.trade_code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.org_name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    mobile: mobile({ label: m.org_mobile, required: true, mask: true, list: true, filter: "equals" }),
    regionId: tree("salesRegion", { label: m.trade_region, required: true, list: true, filter: "equals" }),
    departmentId: tree("department", { label: m.admin_department, list: true, filter: "equals" }),
    accountId: reference("operator", {
      ...{ label: m.org_account, help: m.trade_account_help, remote: true, unique: true, list: true },
    }),
    entryDay: date({ label: m.org_entry_day, noFuture: true }),
    status: dictionary("salesmanState", {
      ...{ label: m.status, values: ["onDuty", "left"], required: true, default: "onDuty" },
      ...{ list: true, filter: "equals", form: false },
    }),
    leftDay: date({ label: m.org_leave_day, form: false }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
  },
  links: [{ label: m.trade_left_title, to: "/addSalesmanManage/{id}/left" }],
  commands: {
    handOver: command({
      ...{ label: m.trade_hand_over, from: ["onDuty"], tone: "good" },
      fields: { toId: reference("salesman", { label: m.trade_hand_over_to, required: true }) },
    }),
    leave: command({ label: m.trade_leave, from: ["onDuty"], to: "left", tone: "bad", question: true }),
    rejoin: command({
      ...{ label: m.trade_rejoin, from: ["left"], to: "onDuty", question: true, tone: "good", button: "leave" },
    }),
  },
});

/** What a salesman has in hand that another must take over before they leave. */
export const salesmanLeft = method("manage", "salesmanLeft", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    name: z.string(),
    onDuty: z.boolean(),
    /** Of their account; "" where nothing is open. */
    shift: z.string(),
    float: fenInAll,
    rolls: z.array(z.string()),
    agencies: z.array(z.object({ id, name: z.string(), state: z.string(), owed: fenInAll, prepaid: fenInAll })),
    owed: fenInAll,
    more: z.boolean(),
  }),
  access: { fun: "addSalesmanManage" },
});

export const salesTarget = resource("manage", "salesTarget", {
  title: m.trade_target,
  listTitle: m.trade_targets,
  path: "/regionalPlan/targets",
  fun: "regionalPlan",
  nameField: "month",
  importable: true,
  unique: [["salesmanId", "month"]],
  rules: [{ field: "month", holds: ({ month }) => isMonth(month), message: m.trade_month_wrong }],
  defaultSort: { field: "month", order: "desc" },
  fields: {
    month: text({
      ...{ label: m.trade_month, help: m.trade_month_help, required: true, max: 7, createOnly: true },
      ...{ list: true, filter: "equals", sort: true },
    }),
    salesmanId: reference("salesman", {
      ...{ label: m.trade_salesman, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    persons: number({ label: m.trade_target_persons, required: true, max: 10_000_000, list: true, cellEdit: true }),
    amount: money({ label: m.trade_target_amount, required: true, list: true, total: true }),
  },
});
