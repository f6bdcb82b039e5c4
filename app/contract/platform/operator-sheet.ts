/** The columns of a file of operators: what the form asks for, with roles and parks by their names. */
import { dictionary, mobile, text, tree } from "../field-kinds";
import { m } from "../messages";
import { operator } from "./operator";

export const operatorSheet = {
  ...operator,
  fields: {
    accName: text({ label: m.admin_account, help: m.org_acc_name_rule, required: true, max: 40, unique: true }),
    name: text({ label: m.org_name, required: true, max: 40 }),
    mobile: mobile({ label: m.org_mobile, mask: true }),
    departmentId: tree("department", { label: m.admin_department }),
    roles: text({ label: m.admin_role, help: m.org_sheet_roles_help, max: 4000 }),
    parks: text({ label: m.org_parks, help: m.org_sheet_parks_help, max: 4000 }),
    isRealName: dictionary("yesNo", { label: m.org_real_name, required: true, default: "F" }),
  },
};

/** Names of a cell, with any comma between them; a name that has one itself stands alone. */
export function namesIn(cell: string, known: ReadonlySet<string>): string[] {
  const whole = cell.trim();
  if (known.has(whole.toLowerCase())) return [whole];
  const names = whole.split(/[,，、;；]/).map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}
