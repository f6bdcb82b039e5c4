/** Who heads a department of the corp: one at a time, an employee on duty. */
import { date, reference, text, tree } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const departmentHead = resource("manage", "departmentHead", {
  title: m.trade_head,
  listTitle: m.fun_department_head_manage_edit,
  path: "/departmentHeadManageEdit",
  fun: "departmentHeadManageEdit",
  whenEmpty: m.empty_department_head,
  nameField: "title",
  importable: true,
  defaultSort: { field: "id", order: "asc" },
  fields: {
    departmentId: tree("department", {
      ...{ label: m.admin_department, required: true, unique: true, list: true, filter: "equals" },
    }),
    employeeId: reference("employee", {
      ...{ label: m.trade_head_employee, required: true, remote: true, list: true, filter: "equals" },
    }),
    title: text({ label: m.trade_head_title, required: true, max: 40, list: true, filter: "contains" }),
    fromDay: date({ label: m.trade_head_from, required: true, list: true, fromToday: true }),
    remark: text({ label: m.remark, max: 200, list: true }),
  },
});
