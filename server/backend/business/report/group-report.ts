/** Takings and admissions of the corps of a group, from the ledgers of payments and of passages. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { groupReport } from "~/contract/tenant/group-report";
import { asGroup } from "../../kernel/as-group";
import { Forbidden } from "../../kernel/refusal";
import { serveReport } from "../../kernel/report";
import type { Served } from "../../kernel/served";
import { paymentsOfCorps } from "../order/takings";
import { passagesOfCorps } from "../ticket/admissions";

const corps = sql`group_corp`;

export const groupReportServed: Served[] = serveReport(groupReport, {
  facts(window, { caller }) {
    // Who works in some parks of a corp, or sees their own orders there, does not read whole corps.
    if (caller.scope !== null) throw new Forbidden(m.corp_group_whole_corp());
    return sql`
      select f.*, c.name as corp_name
      from (
        ${paymentsOfCorps(corps, window)}
        union all
        ${passagesOfCorps(corps, window)}
      ) f
      join ${corps} c on c.corp_code = f.corp_code
    `;
  },
  within: asGroup,
  parkless: true,
  groups: { corp: { key: sql`corp_code`, name: sql`corp_name` } },
  measures: {
    taken: sql`sum(taken)`,
    givenBack: sql`sum(given_back)`,
    net: sql`sum(taken - given_back)`,
    payments: sql`sum(payments)`,
    admitted: sql`sum(admitted)`,
  },
});
