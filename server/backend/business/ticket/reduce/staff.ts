/** Staff tickets at the counter: which tickets of the cart they are, and what is taken of the employee's month. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { businessDay } from "../../../kernel/business-time";
import { move } from "../../../kernel/ledger";
import { Refusal } from "../../../kernel/refusal";
import { firstOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import { type Person, peopleCalled } from "../../platform/people";
import type { Cart } from "../sale-cart";
import type { Off } from "./off";
import { staffQuotas, staffRulesOf } from "./staff-rules";
import type { Found, ReductionWish } from "./wish";

/** Tickets of one rule that a sale takes of an employee's month. */
export interface StaffTaking {
  ruleId: number;
  employeeId: number;
  employee: string;
  month: string;
  perMonth: number;
  quantity: number;
}

export interface StaffFound extends Found {
  takings: StaffTaking[];
  /** How the employee stands, a sentence for each ticket type. */
  standing: string[];
}

const nothing: StaffFound = { offs: [], problems: [], takings: [], standing: [] };

export async function staffOff(
  call: Call,
  { asked }: Pick<Cart, "asked">,
  left: readonly number[][],
  { staff = "" }: ReductionWish,
): Promise<StaffFound> {
  if (staff === "") return nothing;
  const refused = (message: string): StaffFound => ({ ...nothing, problems: [{ field: "staff", message }] });
  if (!(await call.may("sale:staff"))) return refused(m.staff_no_right());
  const [person, another] = await peopleCalled(call, staff);
  if (!person) return refused(m.staff_nobody({ name: staff }));
  if (another) return refused(m.staff_several({ name: staff }));
  const month = businessDay(call.now).slice(0, 7);
  const typeIds = [...new Set(asked.map(({ type }) => type.id))];
  const rules = await staffRulesOf(call, person, month, typeIds);
  const found: StaffFound = { offs: [], problems: [], takings: [], standing: [] };
  for (const [typeId, rule] of rules) {
    const units = asked.flatMap(({ type }, line) =>
      type.id === typeId ? (left[line] ?? []).map((price, unit) => ({ line, unit, amount: price - rule.price })) : [],
    );
    const cheaper = units.filter(({ amount }) => amount > 0).slice(0, Math.max(0, rule.perMonth - rule.used));
    const type = asked.find((one) => one.type.id === typeId)?.type.name ?? "";
    const facts = { name: person.name, type, n: rule.perMonth, used: rule.used, now: cheaper.length };
    found.standing.push(m.staff_standing(facts));
    if (cheaper.length === 0) continue;
    found.offs.push(offOf(person, rule, cheaper));
    const { id: ruleId, perMonth } = rule;
    const employee = { employeeId: person.id, employee: person.name };
    found.takings.push({ ruleId, ...employee, month, perMonth, quantity: cheaper.length });
  }
  if (found.takings.length > 0) return found;
  return { ...refused(found.standing[0] ?? m.staff_none({ name: person.name })), standing: found.standing };
}

function offOf(person: Person, rule: { id: number; name: string }, units: Off["units"]): Off {
  const name = m.staff_reduced({ rule: rule.name, name: person.name });
  return { kind: "staff", reason: "", name, words: "", subjectId: rule.id, units };
}

/** Takes all or, by a refusal, nothing; answers the id of the employee's month by rule. */
export type TakeStaff = (call: Call, takings: readonly StaffTaking[], orderNo: string) => Promise<Map<number, number>>;

export const takeStaff: TakeStaff = async (call, takings, orderNo) => {
  const taken = new Map<number, number>();
  // Always in the same order, so that two sales never wait for one another.
  for (const taking of [...takings].sort((one, other) => one.ruleId - other.ruleId)) {
    const account = await monthOf(call, taking);
    const source = { business: "order", kind: "sale", subject: orderNo, isNew: true } as const;
    const moved = await move(call, staffQuotas, { account, kind: "use", amount: taking.quantity, source });
    if (!moved) throw new Refusal(m.staff_overdrawn({ name: taking.employee, n: taking.perMonth }));
    taken.set(taking.ruleId, account);
  }
  return taken;
};

/** Of a sale that came to nothing. */
export async function giveBackUnused(call: Call, account: number, amount: number, orderNo: string): Promise<void> {
  const source = { business: "order", kind: "letGo", subject: orderNo, part: String(account) } as const;
  const moved = await move(call, staffQuotas, { account, kind: "giveBack", amount, source });
  if (!moved) throw new Error(`the month ${account} of an employee has fewer than ${amount} used`);
}

/** The account, with as many tickets as the rule says now; those used already stay used. */
async function monthOf(call: Call, { ruleId, employeeId, month, perMonth }: StaffTaking): Promise<number> {
  const made = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into staff_quota (staff_reduction_id, employee_id, month)
      values (${ruleId}, ${employeeId}, ${month})
      on conflict do nothing
      returning id
    `,
  );
  if (made) {
    await move(call, staffQuotas, { account: made.id, kind: "open", amount: perMonth });
    return made.id;
  }
  const kept = await firstOf<{ id: number; total: number; used: number }>(
    call.db,
    sql`
      select id, total, used
      from staff_quota
      where staff_reduction_id = ${ruleId} and employee_id = ${employeeId} and month = ${month}
      for update
    `,
  );
  if (!kept) throw new Refusal(m.refused_same_moment());
  const change = Math.max(perMonth, kept.used) - kept.total;
  if (change !== 0) await move(call, staffQuotas, { account: kept.id, kind: "adjust", amount: change });
  return kept.id;
}
