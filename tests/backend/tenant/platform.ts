/** Head office with a package and a tenant that has it. */
import { tenantPackage, tenantPackageContent, tenantPackageSet } from "~/contract/tenant/package";
import { tenantAssign, tenantTerms } from "~/contract/tenant/tenant";
import type { TestBackend } from "~tests/support/backend";

interface Content {
  rights?: string[];
  maxAccounts?: number;
  maxParks?: number;
  maxOrders?: number;
}

export async function makePackage(backend: TestBackend, name: string, content: Content = {}): Promise<number> {
  const id = await backend.saved(tenantPackage.methods.save, { name, remark: null });
  await setPackage(backend, id, content);
  return id;
}

export async function setPackage(backend: TestBackend, id: number, content: Content, taking = true) {
  const { data } = await backend.call(tenantPackageContent, { id });
  const { rights = [], ...limits } = content;
  return backend.call(tenantPackageSet, { id, rowVersion: data.rowVersion, rights, ...limits, taking });
}

export async function tenantId(backend: TestBackend, code: string): Promise<number> {
  const [row] = await backend.sql<{ id: number }>("select id from tenant where code = $1", [code]);
  return Number(row?.id ?? 0);
}

interface Terms {
  packageId?: number;
  expiresOn?: string;
  taking?: boolean;
}

export async function assign(backend: TestBackend, code: string, terms: Terms) {
  const id = await tenantId(backend, code);
  const { data } = await backend.call(tenantTerms, { id });
  const { packageId = data.packageId ?? undefined, expiresOn = data.expiresOn, taking = true } = terms;
  return backend.call(tenantAssign, { id, rowVersion: data.rowVersion, packageId, expiresOn, taking });
}
