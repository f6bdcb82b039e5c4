/** Signing out, the account's own data, its password. */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import {
  changpwd,
  currentUser,
  getCorpCode,
  logout,
  selectUserInfoById,
  type UserInfo,
} from "~/contract/platform/session";
import { clock } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { Invalid, NotFound, Refusal, RefusedButKept } from "../../kernel/refusal";
import { type Before, type Call, type Served, serve, serveAfter } from "../../kernel/served";
import { account } from "./account-schema";
import { isCommonDigest } from "./common-passwords";
import { buttonsOf, functionsOf } from "./function";
import { hashDigest, readWirePassword, verifyDigest } from "./password";
import { session } from "./session-schema";
import { askedBySession, countFailure, inARow, lockedUntil, lockMinutes, sourceOf } from "./sign-in-failures";

const serveLogout = serve(
  logout,
  async ({ db, caller, now }) => {
    await db.update(session).set({ revokedAt: now }).where(eq(session.id, caller.sessionRowId));
    return {};
  },
  { asOwner: true },
);

const serveUserInfo = serve(selectUserInfoById, async (call, { id }) => {
  // Others' data belongs to who manages operators; here everybody sees themselves.
  if (id !== undefined && id !== call.caller.userId) throw new NotFound(m.ops_not_found());
  return userOf(call);
});

const serveCurrentUser = serve(currentUser, async (call, { known }) => {
  const { userId, corpCode, rightsVersion, park, hold } = call.caller;
  // Names of functions come in the caller's language.
  const { seeing } = call.caller;
  const version = `${rightsVersion} ${call.locale}${seeing ? ` ${seeing.roleId}/${seeing.until.getTime()}` : ""}`;
  const user = known === version ? null : await userOf(call);
  return {
    id: userId,
    corpCode,
    version,
    mustChangePassword: hold === "weakPassword",
    mustEnrol: hold === "noFactor",
    park,
    user,
  };
});

async function userOf({ db, caller, locale }: Call): Promise<UserInfo> {
  const [mine] = await prepared<Omit<UserInfo, "sysFunctionsSet" | "sysButtonRolePOSet">>(db, ownAccount, [
    caller.userId,
  ]);
  if (!mine) throw new NotFound(m.ops_not_found());
  const sysFunctionsSet = await functionsOf(db, mine, locale, caller);
  const buttons = await buttonsOf(db, mine, caller);
  return {
    ...mine,
    sysFunctionsSet,
    sysButtonRolePOSet: buttons.map((code) => ({ code })),
    mustChangePassword: caller.hold === "weakPassword",
    mustEnrol: caller.hold === "noFactor",
    park: caller.park,
    // What only administrators are shown is not shown either.
    ...(caller.seeing && {
      accType: "1",
      seeing: { role: caller.seeing.role, until: clock(caller.seeing.until) },
    }),
  };
}

const ownAccount = `
  select a.id, a.name, a.acc_name as "accName", a.acc_type as "accType", a.corp_code as "corpCode",
         coalesce((select name from own_corp), '') as "corpName",
         a.dept_name as "deptName", a.is_real_name as "isRealName", a.initpwd
  from account a
  where a.id = $1
`;

/** What was compared and hashed before the transaction, and with which hash. */
interface Compared {
  hash: string | null;
  matches: boolean;
  newHash: string;
}

/** Slow by intent, so outside the transaction; nothing is hashed for a wrong guess. Who is locked out is told within it. */
async function compareAhead(
  before: Before,
  { id, oldpass, newpass }: ParsedPayloadOf<typeof changpwd>,
): Promise<Compared> {
  const { database, caller } = before;
  const where = and(eq(account.corpCode, caller.corpCode), eq(account.id, caller.userId));
  const [mine] = await database.system((tx) => tx.select().from(account).where(where), { readOnly: true });
  const [old, another] = [oldpass, newpass].map((wire) => readWirePassword(wire, mine?.accName ?? ""));
  const open = mine && id === caller.userId;
  if (!open || !old) return { hash: mine?.passwordHash ?? null, matches: false, newHash: "" };
  const matches = await verifyDigest(mine.passwordHash, old.digest);
  return { hash: mine.passwordHash, matches, newHash: matches && another ? await hashDigest(another.digest) : "" };
}

const serveChangePassword = serveAfter(
  changpwd,
  compareAhead,
  async (call, { id, oldpass, newpass }, compared) => {
    const { db, caller, now } = call;
    if (id !== caller.userId) throw new NotFound(m.ops_not_found());
    // Guessing here counts as guessing at the door, from where the session signed in.
    const asked = await askedBySession(call);
    await inARow(db, asked);
    const where = and(eq(account.corpCode, caller.corpCode), eq(account.id, id));
    const [mine] = await db.select().from(account).where(where).for("update");
    if (!mine) throw new NotFound(m.ops_not_found());
    const source = await sourceOf(db, now, asked);
    if (await lockedUntil(db, now, asked, source)) throw new Refusal(m.ops_login_locked({ minutes: lockMinutes }));
    const before = readWirePassword(oldpass, mine.accName);
    const after = readWirePassword(newpass, mine.accName);
    // Changed by somebody else since it was compared.
    if (mine.passwordHash !== compared.hash) throw new Refusal(m.ops_busy());
    if (!before || !compared.matches) {
      await countFailure(call, asked, mine, "password", source);
      return new RefusedButKept(new Invalid({ oldpass: [m.ops_old_password()] }));
    }
    if (!after || after.strong === false) throw new Invalid({ newpass: [m.v_password_strength()] });
    if (isCommonDigest(after.digest)) throw new Invalid({ newpass: [m.v_password_common()] });
    if (after.digest === before.digest) throw new Invalid({ newpass: [m.ops_same_password()] });
    // Whoever knew the old password is out (by a trigger); the one who changed it stays.
    await db.execute(sql`select set_config('app.kept_session', ${String(caller.sessionRowId)}, true)`);
    await db
      .update(account)
      .set({ passwordHash: compared.newHash, initpwd: "T", mustChangePassword: false, updatedAt: now })
      .where(where);
    await db.update(session).set({ mustChangePassword: false }).where(eq(session.id, caller.sessionRowId));
    call.audit({ thing: "account", thingId: id, label: mine.accName, after: { password: "changed" } });
    return { initpwd: "T" as const };
  },
  { asOwner: true },
);

const serveCorpCode = serve(getCorpCode, async ({ caller }) => caller.corpCode);

export const sessionServed: Served[] = [
  serveLogout,
  serveUserInfo,
  serveCurrentUser,
  serveChangePassword,
  serveCorpCode,
];
