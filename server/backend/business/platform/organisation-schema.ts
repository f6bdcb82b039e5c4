/** Tables of the people of a corp (0054_organisation.sql). */
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { employee as declared } from "~/contract/platform/employee";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const department = pgTable(
  "department",
  {
    ...identified(),
    parentId: bigintColumn("parent_id"),
    name: text("name").notNull(),
    sort: integer("sort").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.id] })],
);

export const employee = resourceTable(declared, "employee", {}, [
  "(state = 'left') = (leave_day is not null)",
  "leave_day >= entry_day",
]);
