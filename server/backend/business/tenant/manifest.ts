import { m } from "~/contract/messages";
import { said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";
import { applicationServed } from "./application";
import { seedTenants } from "./demonstration";
import { packageServed } from "./package";
import * as schema from "./schema";
import { tenantServed } from "./tenant";
import { warnTenants } from "./warn";

export const tenant: BackendManifest = {
  served: (_sellables, _held, roles) => [...packageServed, ...tenantServed, ...applicationServed(roles)],
  tables: [schema],
  invariants: {
    "every corp but head office is a tenant": {
      broken: `
        select '0001' as corp_code, c.corp_code as code
        from corp c
        where c.corp_code <> '0001'
          and not exists (select from tenant t where t.corp_code = '0001' and t.code = c.corp_code)`,
      found: (row, options) => m.audit_tenant_missing({ code: said(row.code) }, options),
    },
  },
  kinds: [warnTenants],
  demonstration: seedTenants,
};
