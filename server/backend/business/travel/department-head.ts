/** Heads of the departments of the corp. */
import { m } from "~/contract/messages";
import { departmentHead as resource } from "~/contract/travel/department-head";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import type { Served } from "../../kernel/served";
import { departmentReference, employeeOnDutyReference } from "../platform/people";
import { departmentHead as table } from "./sales-schema";

dependsOn("department", { table, by: table.departmentId, name: table.title, words: m.trade_head_dep });
dependsOn("employee", { table, by: table.employeeId, name: table.title, words: m.trade_head_dep });

export const headServed: Served[] = serveResource(resource, {
  table,
  references: { departmentId: departmentReference, employeeId: employeeOnDutyReference },
});
