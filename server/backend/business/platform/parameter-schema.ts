/** System parameters as their list reads them; who asks for a value reads `sysParam` (schema.ts). */
import { text } from "drizzle-orm/pg-core";
import { systemParameter } from "~/contract/platform/parameter-settings";
import { businessMoment } from "../../kernel/business-moment";
import { moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const parameterRows = resourceTable(systemParameter, "sys_param", {
  paramOption: text("param_option").notNull(),
  changedBy: text("updated_by").notNull(),
  changedAt: businessMoment("updated_at"),
  // Nobody has changed most of them yet.
  updatedAt: moment("updated_at"),
  createdAt: null,
});
