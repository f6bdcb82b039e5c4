/** Holidays as head office keeps them, and their days as all tenants read them. A trigger spreads the one over the other. */
import { boolean, date, pgTable, text } from "drizzle-orm/pg-core";
import { officialHoliday as declared } from "~/contract/ticket/holiday";
import { bigintColumn } from "../../kernel/bigint-column";
import { resourceTable } from "../../kernel/resource-table";

export const officialHoliday = resourceTable(declared, "official_holiday", {}, [
  "first_day <= last_day",
  "corp_code = '0001'",
]);

export const holiday = pgTable("holiday", {
  day: date("day").primaryKey(),
  name: text("name").notNull(),
  makeUp: boolean("make_up").notNull().default(false),
  holidayId: bigintColumn("holiday_id").notNull(),
  provisional: boolean("provisional").notNull().default(false),
});
