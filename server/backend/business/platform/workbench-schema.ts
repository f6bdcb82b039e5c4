/** Tables of what somebody keeps at hand: favourites, own menus and applications, and the workbench drawer. */
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import * as personal from "~/contract/platform/personal-app";
import { corpApplication as application, quickLinkEntry } from "~/contract/platform/workbench-resources";
import { bigintColumn } from "../../kernel/bigint-column";
import { ownCorp } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const favourite = pgTable(
  "favourite",
  {
    corpCode: ownCorp(),
    accountId: bigintColumn("account_id").notNull(),
    funId: bigintColumn("fun_id").notNull(),
    funName: text("fun_name").notNull(),
    sort: bigintColumn("sort").generatedByDefaultAsIdentity(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.accountId, t.funId] })],
);

/** Those from before there were applications have none. */
export const personalApp = resourceTable(personal.personalMenu, "personal_app", {
  applicationId: bigintColumn("application_id"),
});

export const personalApplication = resourceTable(personal.personalApplication, "personal_application");

export const corpApplication = resourceTable(application, "corp_application");
export const quickLink = resourceTable(quickLinkEntry, "quick_link");
