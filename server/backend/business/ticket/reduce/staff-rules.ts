/** Rules of staff tickets: their list and form, what each employee has used, and which rule is whose. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { staffLedger as declared, staffReduction as resource, staffUse } from "~/contract/ticket/staff-reduction";
import { dependsOn } from "../../../kernel/depends-on";
import { keepLedger } from "../../../kernel/ledger";
import { type LedgerBackend, tellLedger } from "../../../kernel/ledger-look";
import { Invalid } from "../../../kernel/refusal";
import { serveResource } from "../../../kernel/resource";
import type { Values } from "../../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { serveList } from "../../../kernel/serve-list";
import type { Call, Served } from "../../../kernel/served";
import { departmentReference, operatorReference, type Person, roleReference } from "../../platform/people";
import { staffLedger as rows, staffQuota, staffReduction as table } from "../reduce-schema";
import { ticketType } from "../schema";

const { name } = table;
dependsOn("ticketType", { table, by: table.ticketTypeId, name, words: m.staff_dep });
dependsOn("operator", { table, by: table.employeeId, name, words: m.staff_dep });
dependsOn("department", { table, by: table.departmentId, name, words: m.staff_dep });
dependsOn("role", { table, by: table.roleId, name, words: m.staff_dep });
dependsOn("staffReduction", { table: staffQuota, by: staffQuota.staffReductionId, words: m.staff_dep_used });
dependsOn("operator", { table: staffQuota, by: staffQuota.employeeId, words: m.staff_dep_used });

export const staffQuotas = keepLedger(declared, { rows, accounts: staffQuota });

const own = { table, name, status: table.status };

export const staffLedgerBackend: LedgerBackend = {
  ledger: staffQuotas,
  references: { staffReductionId: own, employeeId: operatorReference },
};

tellLedger(staffQuotas, "staffReduction", "staffReductionId");

export const staffServed: Served[] = [
  ...serveResource(resource, {
    table,
    references: {
      ticketTypeId: { table: ticketType, name: ticketType.name, status: ticketType.status },
      employeeId: operatorReference,
      departmentId: departmentReference,
      roleId: roleReference,
    },
    check,
  }),
  ...serveList(staffUse, {
    table: staffQuota,
    references: { staffReductionId: own, employeeId: operatorReference },
  }),
];

/** One rule for a ticket type and whom it is for: of two nobody could say which holds. */
async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  const { ticketTypeId, forWhom, employeeId, departmentId, roleId } = { ...before, ...values };
  const one = (who: string, id: unknown) => (forWhom === who ? Number(id ?? 0) : 0);
  const twin = await firstOf<{ name: string }>(
    call.db,
    sql`
      select name
      from staff_reduction
      where ticket_type_id = ${Number(ticketTypeId)}
        and coalesce(employee_id, 0) = ${one("employee", employeeId)}
        and coalesce(department_id, 0) = ${one("department", departmentId)}
        and coalesce(role_id, 0) = ${one("role", roleId)}
        and id <> ${Number(before?.id ?? 0)}
    `,
  );
  if (!twin) return;
  const field = forWhom === "employee" ? "employeeId" : forWhom === "department" ? "departmentId" : "roleId";
  throw new Invalid({ [field]: [m.staff_twin({ name: twin.name })] });
}

export interface StaffRule {
  id: number;
  name: string;
  ticketTypeId: number;
  forWhom: "employee" | "department" | "role";
  perMonth: number;
  /** Fen. */
  price: number;
  /** In the month. */
  used: number;
}

/** Of each ticket type the rule that holds for the person, with what they have used of it in the month (yyyy-MM). */
export async function staffRulesOf(
  { db }: Call,
  person: Person,
  month: string,
  typeIds: readonly number[],
): Promise<Map<number, StaffRule>> {
  const found = await rowsOf<StaffRule>(
    db,
    sql`
      select r.id, r.name, r.ticket_type_id as "ticketTypeId", r.for_whom as "forWhom", r.per_month as "perMonth", r.price,
             coalesce(q.used, 0) as used
      from staff_reduction r
      left join staff_quota q
        on q.corp_code = r.corp_code
       and q.staff_reduction_id = r.id
       and q.employee_id = ${person.id}
       and q.month = ${month}
      where r.status = 'T'
        and r.ticket_type_id = any (${sql.param([...typeIds])}::bigint[])
        and (r.employee_id = ${person.id}
          or r.department_id = any (${sql.param(person.departments)}::bigint[])
          or r.role_id = any (${sql.param(person.roles)}::bigint[]))
    `,
  );
  const best = new Map<number, StaffRule>();
  for (const rule of [...found].sort(byPreference)) if (!best.has(rule.ticketTypeId)) best.set(rule.ticketTypeId, rule);
  return best;
}

const nearness = ["employee", "department", "role"];

/** The one that names the person nearest; of several of one kind the cheapest, then the one with more tickets. */
function byPreference(one: StaffRule, other: StaffRule): number {
  return (
    nearness.indexOf(one.forWhom) - nearness.indexOf(other.forWhom) ||
    one.price - other.price ||
    other.perMonth - one.perMonth ||
    one.id - other.id
  );
}

/** Whether there is any rule at all: without one the counter asks nothing. */
export async function anyStaffRule({ db }: Pick<Call, "db">): Promise<boolean> {
  return (await firstOf(db, sql`select id from staff_reduction where status = 'T' limit 1`)) !== undefined;
}
