/**
 * What a group reads of its members, kept by the database: a third role beside the tenant's and the scoped one, which may read
 * the tables and columns named here and nothing else. Their rows are those of `group_corps()`, which the database computes from
 * the corp of the transaction at each statement; nothing is granted to write.
 */
import { groupRole } from "./database";

/** Ledgers that a group's figures are summed from. */
export const groupTables: readonly string[] = ["payment", "passage"];
/** Of what the wall shows beside figures these columns alone: no name of a person, no secret of a device, nothing a job was given. */
export const groupColumns: Readonly<Record<string, readonly string[]>> = {
  park: ["id", "name", "status", "area_code", "inside_from", "usual_stay"],
  park_capacity: ["park_id", "status", "day_max", "moment_max", "warn_at"],
  park_day: ["park_id", "day", "people"],
  inside_count: ["id", "park_id", "at", "people"],
  gate: ["id", "park_id", "status", "direction"],
  gate_device: ["gate_id", "state", "last_seen"],
  job: ["state", "finished_at"],
};
/** Names and time zones of the corps of the group. */
export const groupViews: readonly string[] = ["group_corp"];

/** Once for each table of tenants: those of a version before are taken back. */
export function groupStatements(table: string): string {
  const taken = `drop policy if exists group_read on "${table}"; revoke all on "${table}" from ${groupRole};`;
  const columns = Object.hasOwn(groupColumns, table) ? groupColumns[table] : undefined;
  if (!columns && !groupTables.includes(table)) return taken;
  return `
    ${taken}
    create policy group_read on "${table}" for select to ${groupRole}
      using (corp_code = any ((select group_corps())::text[]));
    grant select ${columns ? `(corp_code, ${columns.join(", ")})` : ""} on "${table}" to ${groupRole};
  `;
}
