/**
 * Who may do two things that two people should do (`/sysRole/conflictList`): a row for an account and a pair of duties, also
 * where each comes by another role. The pairs are in `duty-pairs.ts`.
 */
import { dictionary, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const dutyConflict = resource("platform", "dutyConflict", {
  title: m.duty_conflicts,
  path: "/sysRole/conflictList",
  fun: "sysRoleList",
  nameField: "name",
  status: "status",
  pages: { detail: "/corp/userManage/{accountId}" },
  whenEmpty: m.empty_duty_conflict,
  defaultSort: { field: "id", order: "asc" },
  readOnly: true,
  thing: "operator",
  fields: {
    accountId: number({ label: m.admin_account, list: "answer" }),
    accName: text({ label: m.admin_account, list: true, filter: "contains" }),
    name: text({ label: m.org_name, list: true, filter: "contains", sort: true }),
    pair: text({ label: m.duty_pair, max: 40, list: true, filter: "equals", choice: true }),
    /** What of the one duty, and by which roles. */
    one: text({ label: m.duty_one, max: 2000, list: true }),
    other: text({ label: m.duty_other, max: 2000, list: true }),
    status: dictionary("enableStatus", { label: m.status, list: true, filter: "equals" }),
  },
});
