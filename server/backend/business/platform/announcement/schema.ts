/** Tables of announcements: rows of whoever writes them; receipts are rows of whoever reads. */
import { pgTable, pgTableCreator, primaryKey, text } from "drizzle-orm/pg-core";
import { announcement as declared } from "~/contract/announcement/announcement";
import { bigintColumn } from "../../../kernel/bigint-column";
import { moment, ownCorp } from "../../../kernel/columns";
import { linesTable } from "../../../kernel/lines-table";
import type { Reference } from "../../../kernel/reference";
import { resourceTable } from "../../../kernel/resource-table";

/** What follows from clock and readers is said as the row is read. */
export const announcement = resourceTable(declared, "announcement", { shows: null, readBy: null }, [
  "visible_from < visible_until",
  "(status = 'draft') = (published_at is null)",
]);
export const announcementRole = linesTable("announcement_role", declared.fields.roles, announcement);
export const announcementDepartment = linesTable("announcement_department", declared.fields.departments, announcement);
export const announcementPark = linesTable("announcement_park", declared.fields.parks, announcement);

/** What a reader did with one: of another corp's too, where the platform addresses all tenants. */
export const announcementReceipt = pgTable(
  "announcement_receipt",
  {
    corpCode: ownCorp(),
    accountId: bigintColumn("account_id").notNull(),
    ownerCorp: text("owner_corp").notNull(),
    announcementId: bigintColumn("announcement_id").notNull(),
    /** Marked as read in the inbox: no receipt, and void once readers are reminded. */
    asideAt: moment("aside_at"),
    readAt: moment("read_at"),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.ownerCorp, t.announcementId] })],
);

/** That a corp has put one into its mailboxes: once. */
export const announcementMailing = pgTable(
  "announcement_mailing",
  {
    corpCode: ownCorp(),
    ownerCorp: text("owner_corp").notNull(),
    announcementId: bigintColumn("announcement_id").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.ownerCorp, t.announcementId] })],
);

/** Parks are another business's: they are named by a view. */
const viewAsTable = pgTableCreator((name) => name);
const namedPark = viewAsTable("named_park", {
  corpCode: text("corp_code").notNull(),
  id: bigintColumn("id").notNull(),
  name: text("name").notNull(),
});
export const namedParkReference: Reference = { table: namedPark, shows: "park", name: namedPark.name };
