/** What of the platform's rows hangs on others: told to whoever deletes those. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { account, accountRole } from "./account-schema";
import { dictItem } from "./dictionary-schema";
import { auditLog } from "./log-schema";
import { department, employee } from "./organisation-schema";
import { personalApp } from "./workbench-schema";

dependsOn("department", { table: department, by: department.parentId, words: m.org_dep_departments });
dependsOn("department", { table: employee, by: employee.departmentId, words: m.org_dep_employees });
dependsOn("department", { table: account, by: account.departmentId, words: m.admin_used_by_operators });

// Whoever was ever signed in, or did something, stays: what they did names them.
dependsOn("operator", {
  table: account,
  by: (id) => sql`${account.id} = ${id} and ${account.lastSignedInAt} is not null`,
  words: () => m.org_dep_signed_in(),
});
dependsOn("operator", { table: auditLog, by: auditLog.accountId, words: m.org_dep_audit });
dependsOn("operator", { table: employee, by: employee.accountId, words: () => m.org_dep_employee() });
dependsOn("employee", {
  table: employee,
  by: (id) => sql`${employee.id} = ${id} and ${employee.accountId} is not null`,
  words: () => m.org_dep_account(),
});

dependsOn("role", { table: accountRole, by: accountRole.roleId, words: m.admin_used_by_operators });
dependsOn("role", {
  table: personalApp,
  by: (id) => sql`${personalApp.roles} @> ${JSON.stringify([{ roleId: id }])}::jsonb`,
  words: m.system_app_has_menus,
});
dependsOn("personalApplication", { table: personalApp, by: personalApp.applicationId, words: m.system_app_has_menus });
dependsOn("dictType", {
  table: dictItem,
  by: (id) => sql`${dictItem.dictType} = (select code from dict_type where id = ${id})`,
  words: m.system_dict_has_items,
});
