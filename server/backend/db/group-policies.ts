/**
 * What a group reads of its members, kept by the database: a third role beside the tenant's and the scoped one, which may read
 * the tables named here and nothing else. Their rows are those of `group_corps()`, which the database computes from
 * the corp of the transaction at each statement; nothing is granted to write.
 */
import { groupRole } from "./database";

/** Ledgers that a group's figures are summed from. */
export const groupTables: readonly string[] = ["payment", "passage"];
/** Names and time zones of the corps of the group. */
export const groupViews: readonly string[] = ["group_corp"];

/** Once for each table of tenants: those of a version before are taken back. */
export function groupStatements(table: string): string {
  const taken = `drop policy if exists group_read on "${table}"; revoke all on "${table}" from ${groupRole};`;
  if (!groupTables.includes(table)) return taken;
  return `
    ${taken}
    create policy group_read on "${table}" for select to ${groupRole}
      using (corp_code = any ((select group_corps())::text[]));
    grant select on "${table}" to ${groupRole};
  `;
}
