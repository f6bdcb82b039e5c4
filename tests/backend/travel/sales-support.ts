/** Salesmen, guides and agencies in business to test with. */
import { agency } from "~/contract/travel/agency";
import { guide } from "~/contract/travel/guide";
import { salesRegion } from "~/contract/travel/region";
import { salesman } from "~/contract/travel/salesman";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { agencyOf } from "./support";

export const addRegion = (backend: TestBackend, fields: Record<string, unknown> = {}) =>
  backend.saved(salesRegion.methods.save, { name: fresh("华东"), sort: 10, parentId: null, ...fields });

export async function addSalesman(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<number> {
  const regionId = await addRegion(backend);
  const person = { code: fresh("S"), name: "周强", mobile: "13800138002", regionId };
  return backend.saved(salesman.methods.save, { ...person, ...fields });
}

export const addGuide = (backend: TestBackend, fields: Record<string, unknown> = {}) =>
  backend.saved(guide.methods.save, {
    ...{ name: "赵敏", mobile: "13800138001", document: "resident", identity: "110101199003070038" },
    ...{ certificate: fresh("D"), level: "junior", agencies: [] },
    ...fields,
  });

/** How it came to be in business is not what these tests are about. */
export async function agencyInUse(backend: TestBackend, fields: Record<string, unknown> = {}): Promise<number> {
  const id = await backend.saved(agency.methods.save, agencyOf(fields));
  await backend.sql("update travel_agency set status = 'active' where id = $1", [id]);
  return id;
}
