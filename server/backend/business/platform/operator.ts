/** Operators: what the engine does of them, with whom it may be done to; their list with roles and locks. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import * as contract from "~/contract/platform/operator";
import { currentZone } from "../../kernel/business-time";
import { NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { type Call, handlerOf, type Served, serve } from "../../kernel/served";
import { account } from "./account-schema";
import { keepEachDuty } from "./duties";
import { resetFactor, signOutEverywhere } from "./factor/reset";
import { firstPasswordsServed } from "./operator-first-passwords";
import { passwordReset, unlock } from "./operator-password";
import { operatorImports } from "./operator-rows";
import { operatorSave } from "./operator-save";
import { department } from "./organisation-schema";
import {
  aboveWords,
  accountsAbove,
  holdsEverything,
  isBound,
  keepAnAdministrator,
  parksFor,
  refuseAbove,
  rolesFor,
} from "./standing";

const { methods } = contract.operator;

/** By account: what its row alone does not tell. */
type More = {
  roles: string;
  parks: string;
  locked: boolean;
  seen: string;
};

async function moreOf({ db, now, locale }: Call, ids: readonly number[]): Promise<Map<number, More>> {
  const comma = locale === "en" ? ", " : "、";
  const { rows } = await db.execute<More & { id: number }>(sql`
    select a.id,
           coalesce((
             select string_agg(r.name, ${comma} order by r.id)
             from account_role ar join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
             where ar.account_id = a.id
           ), '') as roles,
           coalesce((
             select string_agg(p.name, ${comma} order by p.id)
             from account_park ap join named_park p on p.corp_code = ap.corp_code and p.id = ap.park_id
             where ap.account_id = a.id
           ), '') as parks,
           coalesce(a.locked_until > ${now.toISOString()}::timestamptz, false) as locked,
           coalesce(to_char(a.last_signed_in_at at time zone ${currentZone()}, 'YYYY-MM-DD HH24:MI'), '') as seen
    from account a
    where a.id = any (${sql.param([...ids])}::bigint[])
  `);
  return new Map(rows.map(({ id, ...more }) => [Number(id), more]));
}

/** Suspending, resuming and deleting: of those who do not hold more, not of oneself, never of the last administrator. */
async function mayTouch(call: Call, id: number, name: string): Promise<void> {
  await refuseAbove(call, { id, name });
  if (id === call.caller.userId) throw new Refusal(m.org_not_oneself());
  await keepAnAdministrator(call, id);
  await keepEachDuty(call, id);
}

type Named = readonly { id: number; name: string }[];

async function whyAbove(call: Call, rows: Named): Promise<(string | null)[]> {
  const above = await accountsAbove(
    call,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => (above.has(row.id) ? aboveWords(row) : null));
}

/** Not oneself either. That an administrator stays is asked under a lock, when it is done. */
async function whyNotTouched(call: Call, rows: Named): Promise<(string | null)[]> {
  const above = await whyAbove(call, rows);
  return rows.map(({ id }, place) => above[place] ?? (id === call.caller.userId ? m.org_not_oneself() : null));
}

const engine = serveResource(contract.operator, {
  table: account,
  references: { departmentId: { table: department, name: department.name, parent: department.parentId } },
  commands: {
    suspend: { mayNot: whyNotTouched, run: (call, row) => mayTouch(call, row.id, row.name) },
    resume: { mayNot: whyNotTouched },
    unlock: { mayNot: whyAbove, run: (call, { id }) => unlock(call, id) },
    resetFactor: { mayNot: whyAbove, run: (call, { id }) => resetFactor(call, id) },
    signOut: { mayNot: whyAbove, run: (call, { id }) => signOutEverywhere(call, id) },
  },
  dependents: mayGo,
});

async function mayGo(call: Call, id: number): Promise<string[]> {
  await mayTouch(call, id, await nameOf(call, id));
  return [];
}

async function nameOf({ db }: Call, id: number): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from account where id = ${id}`);
  return rows[0]?.name ?? "";
}

const list: Served["handle"] = async (call, payload, ahead) => {
  const reply = (await handlerOf(engine, methods.list)(call, payload, ahead)) as { records: Values[] };
  const ids = reply.records.map(({ id }) => Number(id));
  const [more, above] = [await moreOf(call, ids), await accountsAbove(call, ids)];
  const records = reply.records.map((row) => {
    const id = Number(row.id);
    return { ...row, ...more.get(id), above: above.has(id) };
  });
  return { ...reply, records };
};

const get: Served["handle"] = async (call, payload, ahead) => {
  const reply = (await handlerOf(engine, methods.get)(call, payload, ahead)) as { record: Values | null };
  if (!reply.record) return reply;
  const { roles, parks } = (await moreOf(call, [Number(reply.record.id)])).get(Number(reply.record.id)) ?? {};
  return { ...reply, record: { ...reply.record, roles: roles || null, parks: parks || m.org_all_parks() } };
};

const choices = serve(contract.operatorChoices, async (call, { id = 0 }) => {
  if (id !== 0 && (await moreOf(call, [id])).size === 0) throw new NotFound();
  return {
    roles: await rolesFor(call, id),
    parks: await parksFor(call, id),
    bound: await isBound(call),
    administrator: await holdsEverything(call),
    grants: id !== call.caller.userId && (await call.may("operator:grant")),
  };
});

/** The engine's save knows neither passwords nor roles. */
const ofEngine = engine
  .filter(({ method }) => method !== methods.save && Object.values(methods).some((one) => one === method))
  .map((served) => {
    const own = served.method === methods.list ? list : served.method === methods.get ? get : served.handle;
    return { ...served, handle: own, ...(served.imports && { imports: operatorImports(mayGo) }) };
  });

export const operatorServed: Served[] = [
  ...ofEngine,
  ...[choices, operatorSave, passwordReset],
  ...firstPasswordsServed,
];
