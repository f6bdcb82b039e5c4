/** Employees: leaving takes the operator's account out of use, as far as whoever notes it may do that. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { employee as contract } from "~/contract/platform/employee";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import type { Call, Served } from "../../kernel/served";
import { account } from "./account-schema";
import { keepEachDuty } from "./duties";
import { department, employee } from "./organisation-schema";
import { endOf, leftToHandOver } from "./people";
import { accountBelow, keepAnAdministrator } from "./standing";

export const employeeServed: Served[] = serveResource(contract, {
  table: employee,
  references: {
    departmentId: { table: department, name: department.name, parent: department.parentId },
    accountId: { table: account, name: account.accName, status: account.status },
  },
  check: async (call, values, before) => {
    const after = { ...before, ...values };
    if (before && after.state !== before.state && !(await call.may(contract.buttons.suspend)))
      throw new Invalid({ state: [m.org_no_leave_right()] });
    if (!before && after.state === "left") return refuseActive(call, after.accountId);
    if (before && after.state === "left" && before.state !== "left") await refuseLeaving(call, before);
    if (before && leavesWith(after, before)) await toTakeOut(call, Number(after.accountId));
  },
  saved: async (call, after, before) => {
    if (before && leavesWith(after, before)) await takeOut(call, Number(after.accountId));
    if (after.state === "left" && before?.state !== "left") await endOf(call, Number(after.id));
  },
});

/** Nobody leaves with a shift, a float, rolls or customers that nobody has taken over. */
async function refuseLeaving(call: Call, { id, accountId }: Values): Promise<void> {
  const who = { employeeId: Number(id), accountId: typeof accountId === "number" ? accountId : null };
  const left = await leftToHandOver(call, who);
  if (left.length > 0) throw new Refusal(m.org_leave_left({ what: left.join(m.did_list_sep()) }));
}

/** Whether somebody is gone by this change and had, or has got, an account. */
function leavesWith(after: Values, before: Values): boolean {
  if (after.state !== "left" || typeof after.accountId !== "number") return false;
  return before.state !== "left" || after.accountId !== before.accountId;
}

async function isActive({ db }: Call, accountId: number): Promise<boolean> {
  const [found] = await db.select({ status: account.status }).from(account).where(eq(account.id, accountId));
  return found?.status === "T";
}

/** A check that writes nothing: what a file brings is checked long before it is saved. */
async function refuseActive(call: Call, accountId: Values[string] | undefined): Promise<void> {
  if (typeof accountId === "number" && (await isActive(call, accountId)))
    throw new Invalid({ accountId: [m.org_left_with_account()] });
}

/** What the account is called; null where it is out of use already. Throws where the caller may not take it out. */
async function toTakeOut(call: Call, accountId: number): Promise<string | null> {
  if (!(await isActive(call, accountId))) return null;
  if (accountId === call.caller.userId) throw new Refusal(m.org_not_oneself());
  const { name } = await accountBelow(call, accountId);
  await keepAnAdministrator(call, accountId);
  await keepEachDuty(call, accountId);
  return name;
}

async function takeOut(call: Call, accountId: number): Promise<void> {
  const name = await toTakeOut(call, accountId);
  if (name === null) return;
  await call.db
    .update(account)
    .set({ status: "F", rowVersion: sql`row_version + 1`, updatedAt: call.now })
    .where(eq(account.id, accountId));
  call.audit({ thing: "operator", thingId: accountId, label: name, before: { status: "T" }, after: { status: "F" } });
}
