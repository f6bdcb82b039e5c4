/** Roles: their rights, copies, holders. Nobody grants what they do not hold. */

import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/role";
import { seeingMinutes } from "~/contract/platform/seeing";
import { asOwner } from "../../kernel/as-owner";
import { nothingChanged } from "../../kernel/audit";
import { prepared } from "../../kernel/prepared";
import { Forbidden, Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type Call, type Served, serve } from "../../kernel/served";
import { checkUnique, written } from "../../kernel/unique-rows";
import { account, accountRole, role, roleGrant } from "./account-schema";
import { checkedAddresses, isOwnRole, refuseShuttingOneselfOut } from "./address-rules";
import { keepEachDuty } from "./duties";
import { flag } from "./flag";
import { catalogueOf, functionOf, grantableBy, rightOf, rightsOfRoles } from "./rights";
import { tellRoles } from "./role-moments";
import { keepOneFromAnywhere, seesAsMuchAs } from "./standing";

tellRoles();

const maxHolders = 500;

async function roleById({ db }: Call, id: number, lock = false) {
  const query = db.select().from(role).where(eq(role.id, id));
  const [found] = await (lock ? query.for("update") : query);
  if (!found) throw new NotFound();
  return found;
}

const rights = serve(contract.roleRights, async (call, { id }) => {
  const { code, name, dataScope, rowVersion } = await roleById(call, id);
  const catalogue = await catalogueOf(call.db, call.locale);
  const held = await grantableBy(call);
  const granted = await rightsOfRoles(call, [id]);
  const leaf = (right: string, label: string) => ({
    right,
    name: label,
    granted: granted.has(right),
    mine: held.has(right),
  });
  return {
    role: { id, code, name, dataScope, rowVersion },
    groups: catalogue.groups.map((group) => ({
      ...group,
      functions: group.functions.map((fun) => ({
        ...leaf(fun.code, fun.name),
        buttons: fun.buttons.map((button) => leaf(rightOf(fun.code, button.code), button.name)),
      })),
    })),
  };
});

const save = serve(contract.roleRightsSave, async (call, { id, rowVersion, rights: asked }) => {
  const { db, now } = call;
  const { name, rowVersion: current } = await roleById(call, id, true);
  if (rowVersion !== current) throw new Refusal(m.ops_changed_by({ name: await lastGranter(call, id) }));
  const catalogue = await catalogueOf(db, call.locale);
  if (!asked.every(catalogue.has)) throw new Invalid({ rights: [m.v_option()] });
  const held = await grantableBy(call);
  const before = await rightsOfRoles(call, [id]);
  const wanted = new Set(asked.flatMap((right) => [functionOf(right), right]));
  // What the screen does not show, or the caller does not hold, stays.
  const kept = [...before].filter((right) => wanted.has(right) || !catalogue.has(right) || !held.has(right));
  const after = new Set([...kept.map(functionOf), ...kept, ...wanted]);
  const added = [...after].filter((right) => !before.has(right));
  const removed = [...before].filter((right) => !after.has(right));
  refuseUnheld(added, held, catalogue.nameOf);
  if (added.length + removed.length === 0) {
    call.audit(nothingChanged);
    return { id };
  }
  for (const right of removed) await db.delete(roleGrant).where(isGrant(id, right));
  await insertGrants(call, id, added);
  if (removed.length > 0) await keepEachDuty(call);
  await db.update(role).set({ rowVersion: sql`row_version + 1`, updatedAt: now }).where(eq(role.id, id));
  call.audit({ thing: "role", thingId: id, label: name, before: { removed }, after: { added } });
  return { id };
});

function refuseUnheld(
  wanted: Iterable<string>,
  held: { has(right: string): boolean },
  nameOf: (right: string) => string,
) {
  const missing = [...wanted].find((right) => !held.has(right));
  if (missing !== undefined) throw new Forbidden(m.admin_grant_not_held({ name: nameOf(missing) }));
}

function isGrant(roleId: number, right: string) {
  const [fun = "", button = ""] = right.split("/");
  return sql`role_id = ${roleId} and fun_code = ${fun} and button_code = ${button}`;
}

async function insertGrants({ db }: Call, roleId: number, granted: readonly string[]): Promise<void> {
  if (granted.length === 0) return;
  const values = granted.map((right) => {
    const [funCode = "", buttonCode = ""] = right.split("/");
    return { roleId, funCode, buttonCode };
  });
  await db.insert(roleGrant).values(values).onConflictDoNothing();
}

async function lastGranter({ db }: Call, id: number): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select account_name as name from audit_log where thing = 'role' and thing_id = ${id} order by id desc limit 1
  `);
  return rows[0]?.name || m.r_somebody();
}

/** Nobody gives a wider scope of data than their own. */
async function refuseWider(call: Call, dataScope: string): Promise<void> {
  if (!(await seesAsMuchAs(call, dataScope))) throw new Invalid({ dataScope: [m.admin_scope_above()] });
}

const copy = serve(contract.roleCopy, async (call, { id, code, name }) => {
  const { db } = call;
  const source = await roleById(call, id, true);
  await checkUnique(call, contract.role, role, { code, name }, null);
  const granted = await rightsOfRoles(call, [id]);
  const { nameOf } = await catalogueOf(db, call.locale);
  refuseUnheld(granted, await grantableBy(call), nameOf);
  await refuseWider(call, source.dataScope);
  const { dataScope, remark, secondFactor, addresses } = source;
  const copied = { code, name, dataScope, remark, secondFactor, addresses };
  const [made] = await written(contract.role, async () => db.insert(role).values(copied).returning({ id: role.id }));
  if (!made) throw new Error("an insert answers its row");
  await insertGrants(call, made.id, [...granted]);
  call.audit({
    thing: "role",
    thingId: made.id,
    label: name,
    after: { code, name, dataScope: source.dataScope, copyOf: source.code },
  });
  return made;
});

const holders = serve(contract.roleHolders, async (call, { id }) => {
  const { code, name } = await roleById(call, id);
  const rows = await call.db
    .select({
      id: account.id,
      accName: account.accName,
      name: account.name,
      deptName: account.deptName,
      status: account.status,
    })
    .from(accountRole)
    .innerJoin(account, sql`${account.corpCode} = ${accountRole.corpCode} and ${account.id} = ${accountRole.accountId}`)
    .where(eq(accountRole.roleId, id))
    .orderBy(account.id)
    .limit(maxHolders + 1);
  return {
    role: { id, code, name },
    holders: rows.slice(0, maxHolders).map((row) => ({ ...row, status: flag(row.status) })),
    capped: rows.length > maxHolders,
  };
});

const see = serve(contract.roleSee, async (call, { id }) => {
  const { name } = await roleById(call, id);
  const { caller } = call;
  const [begun] = await asOwner(call, () =>
    prepared<{ until: Date | string }>(
      call.db,
      `update session
       set seeing_role_id = $2, seeing_until = now() + make_interval(mins => ${seeingMinutes})
       where id = $1
       returning seeing_until as until`,
      [caller.sessionRowId, id],
    ),
  );
  if (!begun) throw new NotFound();
  call.audit({ thing: "role", thingId: id, label: name, after: { seenBy: caller.accName } });
  return { until: new Date(begun.until).toISOString() };
});

/** Pressed when it is over already, it does nothing. */
const seeEnd = serve(contract.roleSeeEnd, async (call) => {
  const { seeing, sessionRowId } = call.caller;
  await asOwner(call, () =>
    prepared(call.db, "update session set seeing_role_id = null, seeing_until = null where id = $1", [sessionRowId]),
  );
  if (seeing) call.audit({ thing: "role", thingId: seeing.roleId, label: seeing.role, after: { seenUntil: "" } });
  else call.audit(nothingChanged);
  return {};
});

export const roleServed: Served[] = [
  ...serveResource(contract.role, {
    table: role,
    check: async (call, values, before) => {
      // Left out it stays, or is all: nobody gets past the rule by not saying it.
      const had = before?.dataScope ?? null;
      const dataScope = String(values.dataScope ?? had ?? "all");
      values.dataScope = dataScope;
      if (dataScope !== had) await refuseWider(call, dataScope);
      if (values.addresses === undefined && before) return;
      values.addresses = checkedAddresses(values.addresses as string | null | undefined);
      if (before && values.addresses !== before.addresses && (await isOwnRole(call, Number(before.id))))
        refuseShuttingOneselfOut(values.addresses as string | null);
    },
    saved: async (call, values) => {
      if (values.addresses) await keepOneFromAnywhere(call);
    },
  }),
  rights,
  save,
  copy,
  holders,
  see,
  seeEnd,
];
