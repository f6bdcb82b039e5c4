/** Reception tickets: approved by another person within the quota of the department and year, issued through the order core. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  receptionQuota as quotaResource,
  receptionReport,
  receptionRequest as resource,
} from "~/contract/travel/reception";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { departmentNames, departmentReference } from "../platform/people";
import { issueFreely } from "../ticket/issue-freely";
import { typeReference } from "../ticket/price-policy";
import { receptionQuota, receptionRequest as table } from "./reception-schema";

dependsOn("department", { table, by: table.departmentId, name: table.code, words: m.reception_dep });
dependsOn("department", { table: receptionQuota, by: receptionQuota.departmentId, words: m.reception_dep_quotas });
dependsOn("ticketType", { table, by: table.ticketTypeId, name: table.code, words: m.reception_dep });

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Whether the quota bears so many more; asked in the statement that takes them. */
const quotaBears = (n: number): SQL => sql`used + ${n}::int <= tickets`;

const commandsOf = (bears: typeof quotaBears): CommandsBackend<typeof resource> => ({
  approve: {
    // Nobody approves their own, and nothing without the letter.
    mayNot: ({ caller }, rows) =>
      rows.map(({ makerId, letter }) =>
        makerId === caller.userId ? m.reception_own() : letter ? null : m.reception_no_letter(),
      ),
    async run(call, { departmentId, visitDay, count }) {
      if (visitDay < businessDay(call.now)) throw new Refusal(m.reception_day_over({ day: visitDay }));
      await takeOfQuota(call, departmentId, yearOf(visitDay), count, bears);
      return { set: { approver: call.caller.name } };
    },
  },
  reject: ({ caller }, _row, { answer }) => ({ set: { answer, approver: caller.name } }),
  async issue(call, row) {
    const { code, guests, visitDay, ticketTypeId, count: quantity, contactMobile } = row;
    const { orderNo, faceValue } = await issueFreely(call, {
      ...{ visitDay, ticketTypeId, quantity, contactName: guests.slice(0, 20), contactMobile: contactMobile ?? "" },
      remark: m.reception_order_remark({ code }),
    });
    return { set: { orderNo, faceValue }, notice: m.reception_issued({ n: quantity, order: orderNo }) };
  },
  async withdraw(call, { status, departmentId, visitDay, count }, { answer }) {
    if (status === "approved") await takeOfQuota(call, departmentId, yearOf(visitDay), -count, bears);
    return { set: { answer } };
  },
});

/** One statement: of two at once the second sees what the first took. Giving back asks nothing. */
async function takeOfQuota(
  { db }: Call,
  departmentId: number,
  year: number,
  n: number,
  bears: typeof quotaBears,
): Promise<void> {
  const taken = await firstOf(
    db,
    sql`
      update reception_quota set used = used + ${n}::int
      where corp_code = current_setting('app.corp_code') and department_id = ${departmentId} and year = ${year}
        and ${bears(n)}
      returning id
    `,
  );
  if (taken || n < 0) return;
  const quota = await firstOf<{ tickets: number; used: number }>(
    db,
    sql`
      select tickets, used from reception_quota
      where corp_code = current_setting('app.corp_code') and department_id = ${departmentId} and year = ${year}
    `,
  );
  if (!quota) throw new Refusal(m.reception_no_quota({ year }));
  throw new Refusal(m.reception_quota_short({ ...quota, year, n, left: quota.tickets - quota.used }));
}

interface Row {
  departmentId: number;
  month: string;
  requests: number;
  tickets: number;
  faceValue: number;
}

const report = serve(receptionReport, async (call, { year = yearOf(businessDay(call.now)) }) => {
  const rows = await rowsOf<Row>(
    call.db,
    sql`
      select r.department_id::float8 as "departmentId", to_char(r.visit_day, 'YYYY-MM') as month, count(*)::int as requests,
             sum(r.count)::int as tickets, sum(r.face_value)::float8 as "faceValue"
      from reception_request r
      where r.corp_code = current_setting('app.corp_code') and r.status = 'issued'
        and r.visit_day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
      group by r.department_id, 2
      order by r.department_id, 2
    `,
  );
  const quotas = await rowsOf<{ departmentId: number; tickets: number; used: number; left: number }>(
    call.db,
    sql`
      select q.department_id::float8 as "departmentId", q.tickets, q.used, q.tickets - q.used as left
      from reception_quota q
      where q.corp_code = current_setting('app.corp_code') and q.year = ${year}
      order by q.department_id
    `,
  );
  const sum = (of: "requests" | "tickets" | "faceValue") => rows.reduce((all, row) => all + row[of], 0);
  const names = await departmentNames(
    call,
    [...rows, ...quotas].map(({ departmentId }) => departmentId),
  );
  const named = <R extends { departmentId: number }>({ departmentId, ...row }: R) => ({
    ...row,
    department: names.get(departmentId) ?? "",
  });
  return {
    ...{ year, rows: rows.map(named), quotas: quotas.map(named) },
    total: { requests: sum("requests"), tickets: sum("tickets"), faceValue: sum("faceValue") },
  };
});

/** With what is asked of the quota: the tests put in nothing, and see it overdrawn. */
export const requestsServed = (bears = quotaBears): Served[] =>
  serveResource(resource, {
    table,
    references: { departmentId: departmentReference, ticketTypeId: typeReference },
    commands: commandsOf(bears),
    check(call, values, before) {
      if (before && before.status !== "requested") throw new Refusal(m.reception_fixed());
      const day = String(values.visitDay ?? before?.visitDay);
      if (day < businessDay(call.now)) throw new Invalid({ visitDay: [m.reception_day_over({ day })] });
      if (before) return;
      values.code = nextNumber(call, "JD");
      values.maker = call.caller.name;
      values.makerId = call.caller.userId;
    },
  });

export const receptionServed: Served[] = [
  ...requestsServed(),
  ...serveResource(quotaResource, {
    table: receptionQuota,
    references: { departmentId: departmentReference },
    check(_call, values, before) {
      const used = Number(before?.used ?? 0);
      if (before && Number(values.tickets ?? before.tickets) < used)
        throw new Invalid({ tickets: [m.reception_below_used({ n: used })] });
    },
  }),
  report,
];
