/** Who calls and whether they may: asked at every call, so that a change of rights holds at the next one. */
import { createHash } from "node:crypto";
import { m } from "~/contract/messages";
import { type Access, proofMinutes, type SessionHold } from "~/contract/method";
import { headOffice } from "~/contract/wire";
import { type Transaction, tenantRole } from "../db/database";
import { isWithin } from "./address-rules";
import type { Caller, Seeing } from "./call";
import { heldRights, type Judgement, judge } from "./held-rights";
import { lackingRight } from "./lacking-right";
import { buttonInPackage, functionInPackage, inPackage } from "./package-bound";
import { markScoped, prepared } from "./prepared";
import { Forbidden, Held, SignedOut } from "./refusal";
import { administrator, type ScopeRow, scopeFrom, scopeOf, settingsOf } from "./scope";

import { visitorStorage } from "./visitor-claim";

export { administrator } from "./scope";

export const anonymous = (corpCode: string): Caller => ({
  userId: 0,
  accName: "",
  name: "",
  corpCode: corpCode || headOffice,
  sessionRowId: 0,
  park: null,
  scope: null,
  hold: null,
  rightsVersion: "",
});

export interface Authentication extends Judgement {
  caller: Caller;
  holdsAll: boolean;
  /** Last seen more than a minute ago: worth a note. */
  stale: boolean;
  /** Of the corp: see `business-time.ts`. */
  zone: string;
  /** The contract of the tenant has ended: it reads, and changes nothing. */
  reading: boolean;
  /** It has a second factor, and has not proved it lately: see `freshProof` of a method. */
  unproved: boolean;
}

interface Row extends ScopeRow {
  session_id: number;
  corp_code: string;
  user_id: number;
  acc_name: string;
  name: string;
  acc_type: string;
  stale: boolean;
  unproved: boolean;
  hold: SessionHold | null;
  park_id: number | null;
  park_name: string;
  time_zone: string;
  standing: string;
  rights: string;
  own_fields: string | null;
  seeing_id: number | null;
  seeing_role: string | null;
  seeing_until: Date | string | null;
}

export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * The session's account, and in the same trip the corp of the transaction, its scope and its role. $1 token hash, $2 role.
 * What it is granted stands under the version of the corp's rights: see `held-rights.ts`.
 */
const whoCalls = `
  select s.id as session_id, s.corp_code, a.id as user_id, a.acc_name, a.name, a.acc_type,
         s.last_seen < now() - interval '1 minute' as stale,
         case
           when s.lock_hash is not null then 'locked'
           when s.must_change_password then 'weakPassword'
           when s.must_enrol and not a.has_factor then 'noFactor'
         end as hold,
         a.has_factor and coalesce(s.proved_at < now() - interval '${proofMinutes} minutes', true) as unproved,
         s.park_id, s.park_name, c.time_zone, c.standing, c.rights, c.own_fields,
         seen.id as seeing_id, seen.name as seeing_role, s.seeing_until,
         scope.scoped, scope.parks, scope.makers, scope.salesmen,
         set_config('app.corp_code', s.corp_code, true),
         ${settingsOf("$2::text")}
  from session s
  join account a on a.corp_code = s.corp_code and a.id = s.account_id
  join corp_zone c on c.corp_code = s.corp_code
  cross join ${scopeOf}
  left join role seen on seen.corp_code = s.corp_code and seen.id = s.seeing_role_id and s.seeing_until > now()
  where s.token_hash = $1
    and s.revoked_at is null
    and s.last_seen > now() - make_interval(mins => s.idle_minutes)
    and a.status = 'T'
    and c.status = 'T'`;

/** Codes of functions that are on in the menu, with all that they hang under; the tree is every corp's. */
function onOf(codes: string): string {
  return `
    select f.fun_code
    from fun f
    where f.fun_code = ${codes}
      and f.enabled
      and (not f.head_office or current_setting('app.corp_code') = '${headOffice}')
      and not exists (
        select from fun above
        where above.id = any (string_to_array(f.parent_ids, ',')::bigint[]) and not above.enabled
      )`;
}

/**
 * The caller of a token, or null when it is unknown, ended, idle for too long, or its account is disabled; throws where
 * the session is held and what is asked is not open `during` that. From here on
 * the transaction is the tenant's: of the role given, or `none` for the owner.
 */
export async function authenticate(
  tx: Transaction,
  token: string,
  access: Access,
  {
    isNew = false,
    role = tenantRole,
    during = [],
  }: { isNew?: boolean; role?: string; during?: readonly SessionHold[] } = {},
): Promise<Authentication | null> {
  if (token === "" || token.length > 200) return null;
  const [row] = await prepared<Row>(tx, whoCalls, [tokenHash(token), role]);
  if (!row) return null;
  if (row.hold && !during.includes(row.hold)) throw new Held(heldWords[row.hold]());
  markScoped(tx, row.scoped && role === tenantRole);
  const seeing = seeingOf(row);
  const found = {
    caller: {
      userId: row.user_id,
      accName: row.acc_name,
      // Whoever reads the log of what was looked at sees both.
      name: seeing ? m.role_seen_by({ name: row.name, role: seeing.role }) : row.name,
      corpCode: row.corp_code,
      sessionRowId: row.session_id,
      park: row.park_id === null ? null : { id: row.park_id, name: row.park_name },
      scope: scopeFrom(row),
      hold: row.hold,
      rightsVersion: row.rights,
      ownFields: row.own_fields,
      seeing,
    },
    holdsAll: row.acc_type === administrator && !seeing,
    stale: row.stale,
    zone: row.time_zone,
    reading: row.standing === "reading",
    unproved: row.unproved,
  };
  await refuseElsewhere(tx, found.caller);
  return { ...found, ...(await judged(tx, found, access, isNew)) };
}

const heldWords = { locked: m.auth_locked, weakPassword: m.auth_must_change, noFactor: m.factor_must_enrol } as const;

/** From an address that its rules leave out a session is worth nothing. */
async function refuseElsewhere(tx: Transaction, caller: Caller): Promise<void> {
  const from = visitorStorage.getStore()?.address;
  if (from === undefined) return;
  const { addresses } = await heldRights(tx, caller);
  if (!isWithin(addresses, from)) throw new SignedOut(m.factor_address_elsewhere());
}

/** Null once its time is over, or where the role is gone. */
function seeingOf({ seeing_id: roleId, seeing_role: role, seeing_until: until }: Row): Seeing | null {
  return roleId === null || role === null || until === null ? null : { roleId, role, until: new Date(until) };
}

/** Whether a caller may use a method, and whether all functions that it asks for are switched off. */
export async function judged(
  tx: Transaction,
  { caller, holdsAll }: Pick<Authentication, "caller" | "holdsAll">,
  access: Access,
  isNew: boolean,
): Promise<Judgement> {
  if (typeof access === "object") return judge(await heldRights(tx, caller), access, { isNew, holdsAll });
  const isFirst = caller.userId === 1 && caller.corpCode === headOffice && !caller.seeing;
  return { allowed: access !== "user1" || isFirst, off: false, beyond: false };
}

/** Throws where the caller may not; the sentence names the page and the right, and says whether the page is off. */
export async function refuseUnlessAllowed(
  tx: Transaction,
  { caller, allowed, off, beyond }: Authentication,
  access: Access,
  isNew = false,
): Promise<void> {
  if (!allowed) throw new Forbidden(await lackingRight(tx, { userId: caller.userId, access, isNew, off, beyond }));
}

const buttonHeld = `
  select from account_role ar
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.account_id = $1 and g.button_code = $2 and ${inPackage("g")}
  limit 1
`;

const functionHeld = `
  select from account_role ar
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.account_id = $1 and g.fun_code = $2 and g.button_code = '' and g.fun_code in (${onOf("$2")})
    and ${inPackage("g")}
  limit 1
`;

const functionOn = `${onOf("$1")} and ${functionInPackage("$1")}`;
const buttonOpen = `select where ${buttonInPackage("$1")}`;

/** Whether the package of the tenant has a button code, or there is none: beyond it an administrator holds nothing. */
export async function isButtonOpen(tx: Transaction, button: string): Promise<boolean> {
  return (await prepared(tx, buttonOpen, [button])).length > 0;
}

/** Whether a function is on in the menu, and in the package of the tenant: what is off opens nothing to anybody. */
export async function isFunctionOn(tx: Transaction, fun: string): Promise<boolean> {
  return (await prepared(tx, functionOn, [fun])).length > 0;
}

/** Whether an account is granted a function that is on. Runs as the tenant. */
export async function holdsFunction(tx: Transaction, userId: number, fun: string): Promise<boolean> {
  return (await prepared(tx, functionHeld, [userId, fun])).length > 0;
}

/** Whether an account holds a button code, under whatever function. Runs as the tenant. */
export async function holdsButton(tx: Transaction, userId: number, button: string): Promise<boolean> {
  return (await prepared(tx, buttonHeld, [userId, button])).length > 0;
}

/** Whether an account may do everything. Runs as the tenant. */
export async function isAdministrator(tx: Transaction, userId: number): Promise<boolean> {
  const rows = await prepared(tx, "select from account where id = $1 and acc_type = $2", [userId, administrator]);
  return rows.length > 0;
}
