/** Agencies to test with. */
import { agency } from "~/contract/travel/agency";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

export const agencyOf = (fields: Record<string, unknown> = {}) => {
  const code = fresh("AG");
  return {
    ...{
      code,
      name: `青山旅行社 ${code}`,
      type: "groups",
      licence: `L-${code}`,
      contact: "李娜",
      mobile: "13800138000",
    },
    ...{ settlement: "prepaid", creditLimit: null },
    ...fields,
  };
};

export const addAgency = (backend: TestBackend, fields: Record<string, unknown> = {}) =>
  backend.call(agency.methods.save, agencyOf(fields) as never);
