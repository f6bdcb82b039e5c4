/** Background work that failed within a day, by corp: as the owner of all, under the role of `asGroup` of a group's. */
import type { Transaction } from "../db/database";
import { prepared } from "../kernel/prepared";

export const failedJobs = (db: Transaction): Promise<{ corpCode: string; n: number }[]> =>
  prepared<{ corpCode: string; n: number }>(db, failed, []);

const failed = `
  select corp_code as "corpCode", count(*)::int as n
  from job
  where state = 'failed' and finished_at > now() - interval '1 day'
  group by corp_code
`;
