/** Tables that a clearing touches, and those of head office that speak of a tenant. */
import type { ClearingScope } from "~/contract/tenant/clearing";
import type { CorpTable } from "../../../../db/corp-rows";
import { unsettlingsWith } from "../../../../kernel/data-classes";
import { tablesIn } from "./scopes";

/** Tables that stay, with rows that change. */
export const changedBy = (scope: ClearingScope): string[] => unsettlingsWith(scope).flatMap(({ tables }) => tables);
export const archived = (all: readonly CorpTable[], scope: ClearingScope): CorpTable[] => {
  const [going, changed] = [tablesIn(all, scope), changedBy(scope)];
  return all.filter((one) => going.includes(one) || changed.includes(one.name));
};

/** Rows of head office about a tenant, by the column that names it. */
export const aboutTenant: Readonly<Record<string, string>> = {
  tenant: "code",
  tenant_application: "opened_code",
  data_migration: "to_code",
};
/** Head office's alone: no tenant has rows in them. */
export const headOfficeTables = [
  ...Object.keys(aboutTenant),
  "tenant_package",
  "tenant_package_right",
  "tenant_clearing",
  "data_migration_item",
];
export const ofHeadOffice = ({ name }: CorpTable) => headOfficeTables.includes(name);
export const isAbout = (row: string, name: string, code: string) =>
  (JSON.parse(row) as Record<string, unknown>)[aboutTenant[name] ?? ""] === code;
