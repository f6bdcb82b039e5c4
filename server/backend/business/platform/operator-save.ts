/** Creating and changing an operator: nobody gives a role, a type or a park that they do not have themselves. */

import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { operator } from "~/contract/platform/operator";
import { sensitiveButton } from "~/contract/resource-changes";
import { administrator } from "../../kernel/access";
import { nothingChanged } from "../../kernel/audit";
import { changesNothing } from "../../kernel/bulk-changes";
import { maskMobile } from "../../kernel/mask";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, serveAfter } from "../../kernel/served";
import { isChange } from "../../kernel/unmasked-views";
import { account, accountPark, accountRole } from "./account-schema";
import { checkedAddresses, refuseShuttingOneselfOut } from "./address-rules";
import { keepEachDuty } from "./duties";
import { giveToEmployee } from "./employee-account";
import { firstPasswordHash, refusedPassword } from "./operator-password";
import {
  accountBelow,
  type Choice,
  holdsEverything,
  isBound,
  keepAnAdministrator,
  keepOneFromAnywhere,
  parksFor,
  rolesFor,
} from "./standing";

export type OperatorPayload = ParsedPayloadOf<typeof operator.methods.save>;
type Payload = OperatorPayload;
type Account = typeof account.$inferSelect;

/** Of a new account, hashed before the transaction begins; no hash for a password that is too weak, and for a change. */
async function hashAhead(_: unknown, { id, accName, password }: Payload): Promise<FirstPassword> {
  const hash = id === undefined && accName ? await firstPasswordHash(accName, password) : null;
  return { hash, told: password !== undefined && password !== "" };
}

export interface FirstPassword {
  /** Null for one that is too weak. */
  hash: string | null;
  /** Somebody knows it. */
  told: boolean;
}

export const operatorSave = serveAfter(operator.methods.save, hashAhead, async (call, payload, first) => {
  const before = payload.id === undefined ? null : await accountBelow(call, payload.id);
  if (before && payload.rowVersion !== undefined && payload.rowVersion !== before.rowVersion)
    throw new Refusal(m.ops_changed_by({ name: await lastEditor(call, before.id) }));
  if (payload.id === call.caller.userId && payload.addresses !== undefined)
    refuseShuttingOneselfOut(checkedAddresses(payload.addresses));
  const department = await departmentName(call, payload);
  const given = await grantsOf(call, payload, before);
  if (before && !given.roles && !given.parks && changesNothing(await changed(call, payload, department), before)) {
    call.audit(nothingChanged);
    return { id: before.id };
  }
  const id = before
    ? await update(call, payload, before, department)
    : await insertOperator(call, payload, department, first);
  await replaceGrants(call, id, given);
  if (payload.addresses !== undefined || given.roles) await keepOneFromAnywhere(call);
  if (before && given.roles) await keepEachDuty(call);
  if (!before && payload.employeeId !== undefined) await giveToEmployee(call, payload.employeeId, id);
  if (before) await traceUpdate(call, payload, before, department, given);
  else trace(call, id, payload, department, given);
  return { id };
});

async function lastEditor({ db }: Call, id: number): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select account_name as name from audit_log
    where thing = 'operator' and thing_id = ${id} and ${isChange}
    order by id desc
    limit 1
  `);
  return rows[0]?.name ?? m.r_somebody();
}

export interface Given {
  roles: Choice[] | null;
  parks: Choice[] | null;
  had: { roles: Choice[]; parks: Choice[] };
}

/** What it will have, null where that stays; refused where it is not the caller's to give. */
async function grantsOf(call: Call, payload: Payload, before: Account | null): Promise<Given> {
  const { roleIds, parkIds, accType } = payload;
  const [roles, parks] = [await rolesFor(call, before?.id ?? 0), await parksFor(call, before?.id ?? 0)];
  const had = { roles: roles.filter(({ has }) => has), parks: parks.filter(({ has }) => has) };
  const wanted = {
    roles: chosen(roles, roleIds ?? idsOf(had.roles)),
    parks: chosen(parks, parkIds ?? idsOf(had.parks)),
  };
  if (!wanted.roles) throw new Invalid({ roleIds: [m.v_option()] });
  if (!wanted.parks) throw new Invalid({ parkIds: [m.v_option()] });
  const rolesChange = !same(wanted.roles, had.roles);
  const typeChanges = accType !== (before?.accType ?? "1");
  const parksChange = before === null || !same(wanted.parks, had.parks);
  const isOwn = before?.id === call.caller.userId;
  if (isOwn && (rolesChange || typeChanges || parksChange)) throw new Refusal(m.org_not_own_grants());
  if ((rolesChange || typeChanges) && !(await call.may("operator:grant"))) throw new Refusal(m.org_no_grant_right());
  const tooHigh = wanted.roles.find(({ mine, has }) => !mine && !has);
  if (tooHigh) throw new Invalid({ roleIds: [m.org_role_above({ name: tooHigh.name })] });
  if (typeChanges && accType === administrator && !(await holdsEverything(call)))
    throw new Invalid({ accType: [m.org_type_above()] });
  if (typeChanges && before?.accType === administrator) await keepAnAdministrator(call, before.id);
  if (parksChange) await checkParks(call, wanted.parks);
  return { roles: rolesChange ? wanted.roles : null, parks: parksChange ? wanted.parks : null, had };
}

const idsOf = (choices: Choice[]) => choices.map(({ id }) => id);
const same = (one: Choice[], other: Choice[]) => String(idsOf(one)) === String(idsOf(other));

function chosen(all: Choice[], ids: readonly number[]): Choice[] | null {
  const wanted = new Set(ids);
  const found = all.filter(({ id }) => wanted.has(id));
  return found.length === wanted.size ? found : null;
}

async function checkParks(call: Call, wanted: Choice[]): Promise<void> {
  const tooFar = wanted.find(({ mine }) => !mine);
  if (tooFar) throw new Invalid({ parkIds: [m.org_park_above({ name: tooFar.name })] });
  if (wanted.length === 0 && (await isBound(call))) throw new Invalid({ parkIds: [m.org_park_needed()] });
}

export async function departmentName({ db }: Call, { departmentId }: Payload): Promise<string> {
  if (!departmentId) return "";
  // Held, so that it does not go while somebody is put into it.
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from department where id = ${departmentId} for share`,
  );
  if (!rows[0]) throw new Invalid({ departmentId: [m.v_option()] });
  return rows[0].name;
}

export async function insertOperator(
  call: Call,
  payload: Payload,
  deptName: string,
  { hash: passwordHash, told }: FirstPassword,
): Promise<number> {
  const { accName, name, accType, isRealName } = payload;
  if (!accName) throw new Invalid({ accName: [m.v_required()] });
  if (passwordHash === null) throw new Invalid({ password: [refusedPassword(accName, payload.password)] });
  const mobile = payload.mobile ?? "";
  const departmentId = payload.departmentId || null;
  const [made] = await call.db
    .insert(account)
    .values({
      accName,
      name,
      mobile,
      departmentId,
      deptName,
      accType,
      isRealName,
      passwordHash,
      passwordTold: told,
      addresses: checkedAddresses(payload.addresses),
      mustChangePassword: true,
    })
    .onConflictDoNothing()
    .returning({ id: account.id });
  // Two who take one name at once come here as well.
  if (!made) throw new Invalid({ accName: [m.org_acc_name_taken({ name: accName })] });
  return made.id;
}

async function update(call: Call, payload: Payload, before: Account, deptName: string): Promise<number> {
  await call.db
    .update(account)
    .set({
      ...(await changed(call, payload, deptName)),
      rowVersion: sql`row_version + 1`,
      updatedAt: call.now,
    })
    .where(eq(account.id, before.id));
  return before.id;
}

/** What a change may set. */
async function changed(call: Call, payload: Payload, deptName: string) {
  const { name, accType, isRealName, mobile, departmentId, addresses } = payload;
  return {
    name,
    accType,
    isRealName,
    ...(departmentId !== undefined && { departmentId: departmentId || null, deptName }),
    ...(mobile !== undefined && (await call.may(sensitiveButton)) && { mobile }),
    ...(addresses !== undefined && { addresses: checkedAddresses(addresses) }),
  };
}

export async function replaceGrants({ db }: Call, accountId: number, { roles, parks }: Given): Promise<void> {
  if (roles) {
    await db.delete(accountRole).where(eq(accountRole.accountId, accountId));
    if (roles.length > 0) await db.insert(accountRole).values(roles.map(({ id }) => ({ accountId, roleId: id })));
  }
  if (parks) {
    await db.delete(accountPark).where(eq(accountPark.accountId, accountId));
    if (parks.length > 0) await db.insert(accountPark).values(parks.map(({ id }) => ({ accountId, parkId: id })));
  }
}

const named = (choices: Choice[]) => choices.map(({ name }) => name).join(m.words_comma());

function trace(call: Call, thingId: number, payload: Payload, department: string, { roles, parks }: Given): void {
  const { accName, name, accType, isRealName, mobile } = payload;
  const after = {
    accName,
    name,
    accType,
    isRealName,
    mobile: maskMobile(mobile ?? ""),
    department,
    roles: named(roles ?? []),
    parks: named(parks ?? []),
    rowVersion: 0,
  };
  call.audit({ thing: "operator", thingId, label: name, after });
}

/** Of roles and parks by name: what the change log shows must be readable when they are gone. */
async function traceUpdate(call: Call, payload: Payload, before: Account, department: string, given: Given) {
  const [after] = await call.db.select().from(account).where(eq(account.id, before.id));
  if (!after) return;
  const state = (of: Account, roles: Choice[], parks: Choice[]) => ({
    name: of.name,
    accType: of.accType,
    isRealName: of.isRealName,
    mobile: maskMobile(of.mobile),
    departmentId: of.departmentId,
    addresses: of.addresses,
    roles: named(roles),
    parks: named(parks),
    rowVersion: of.rowVersion,
  });
  const { had } = given;
  call.audit({
    thing: "operator",
    thingId: before.id,
    label: payload.name,
    before: { ...state(before, had.roles, had.parks), department: before.deptName },
    after: {
      ...state(after, given.roles ?? had.roles, given.parks ?? had.parks),
      department: department || after.deptName,
    },
  });
}
