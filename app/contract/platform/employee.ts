import { date, dictionary, identity, mobile, ownFields, reference, text, tree } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** Someone who works, or worked, for the corp; perhaps with an operator's account. */
export const employee = resource("platform", "employee", {
  title: m.one_employee,
  listTitle: m.org_employee,
  path: "/employ/employeeList",
  fun: "employeeList",
  buttonLabels: { suspend: m.button_employee_suspend },
  nameField: "name",
  defaultSort: { field: "id", order: "asc" },
  importable: true,
  sections: [
    { title: m.org_section_person, fields: ["code", "name", "identity", "mobile"] },
    { title: m.org_section_work, fields: ["departmentId", "position", "entryDay", "state", "leaveDay", "accountId"] },
    { title: m.remark, fields: ["remark"] },
  ],
  rules: [
    {
      field: "leaveDay",
      holds: ({ entryDay, leaveDay }) => !leaveDay || String(leaveDay) >= String(entryDay),
      message: m.org_leave_before_entry,
    },
  ],
  fields: {
    code: text({ label: m.org_employee_code, required: true, code: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.org_name, required: true, max: 40, list: true, filter: "contains", sort: true }),
    identity: identity({ label: m.org_identity, list: true, mask: true, unique: true }),
    mobile: mobile({ label: m.org_mobile, list: true, filter: "equals", mask: true }),
    departmentId: tree("department", { label: m.admin_department, required: true, list: true, filter: "equals" }),
    position: text({ label: m.org_position, max: 40, list: true, cellEdit: true }),
    entryDay: date({
      label: m.org_entry_day,
      required: true,
      list: true,
      filter: "between",
      sort: true,
      fromToday: true,
    }),
    state: dictionary("employeeState", {
      label: m.org_state,
      required: true,
      default: "onDuty",
      list: true,
      filter: "equals",
      help: m.org_state_help,
    }),
    leaveDay: date({
      label: m.org_leave_day,
      when: { field: "state", is: ["left"] },
      requiredWhen: { field: "state", is: ["left"] },
    }),
    accountId: reference("operator", {
      label: m.org_account,
      remote: true,
      unique: true,
      list: true,
      help: m.org_account_help,
    }),
    own: ownFields("employee"),
    remark: text({ label: m.remark, max: 200, multiline: true }),
  },
});
