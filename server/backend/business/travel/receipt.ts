/** The list of what agencies paid in. What went out to them again stands on their accounts, and is no receipt. */
import { sql } from "drizzle-orm";
import { agencyReceipt as resource } from "~/contract/travel/receipt";
import { serveResource } from "../../kernel/resource";
import type { Served } from "../../kernel/served";
import { agencyReceipt as table } from "./account-schema";
import { agencyReference } from "./agency-reference";

export const receiptServed: Served[] = serveResource(resource, {
  table,
  references: { agencyId: agencyReference },
  rows: () => sql`${table.kind} in ('topUp', 'rebate', 'reward', 'deposit', 'paidBack')`,
});
