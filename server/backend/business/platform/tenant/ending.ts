/** Tenants whose contract ends soon or has ended. As the owner. */
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../../db/database";
import { prepared } from "../../../kernel/prepared";

export interface EndingTenant {
  name: string;
  /** Of `tenant_standing`: "warned" before its day, "reading" and "shut" after it. */
  standing: string;
  /** The last day, yyyy-MM-dd. */
  day: string;
}

export const endingTenants = (db: Transaction): Promise<EndingTenant[]> =>
  prepared<EndingTenant>(db, ending, [headOffice]);

const ending = `
  select t.name, s.standing, t.expires_on::text as day
  from tenant t
  join tenant_standing s on s.corp_code = t.code
  where t.corp_code = $1
    and t.status = 'T'
    and t.expires_on is not null
    and s.standing <> 'open'
  order by t.expires_on, t.id
`;
