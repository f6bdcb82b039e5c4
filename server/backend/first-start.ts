/** A first start and a new tenant, with what the businesses bring for both. */
import type { SeedRole } from "./business/manifest";
import { manifests } from "./business/manifests";
import * as platform from "./business/platform/seed/corp";
import type { Database, Transaction } from "./db/database";

/** Roles of a first start, with what every business grants to each. */
export const roles: readonly SeedRole[] = rolesOf(manifests.flatMap(({ roles: own = [] }) => own));

function rolesOf(parts: readonly SeedRole[]): SeedRole[] {
  return [...new Set(parts.map(({ code }) => code))].map((code) => {
    const own = parts.filter((part) => part.code === code);
    return { code, name: own.find(({ name }) => name)?.name ?? code, grants: own.flatMap(({ grants }) => grants) };
  });
}

export const seedFirstStart = (
  database: Database,
  adminPassword?: string,
  mustChange?: boolean,
): Promise<platform.FirstStart> => platform.seedFirstStart(database, roles, adminPassword, mustChange);

export const createCorp = (tx: Transaction, corpCode: string, name: string): Promise<void> =>
  platform.createCorp(tx, corpCode, name, roles);
