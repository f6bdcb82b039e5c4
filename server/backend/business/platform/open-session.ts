/** Lets somebody in who has shown who they are. */
import { randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { SignedIn } from "~/contract/platform/session";
import { tokenHash } from "../../kernel/access";
import type { Call } from "../../kernel/served";
import { account, accountPark } from "./account-schema";
import { isFactorRequired } from "./factor/owner";
import { sysParam } from "./parameter-schema";
import { session } from "./session-schema";
import { knowDevice, noLock, note, type SignIn, sourceOf } from "./sign-in-failures";

type Account = typeof account.$inferSelect;

/** Runs as the owner. `weak`: the password breaks the rule of spec 5; `proved`: the second factor was given just now. */
export async function openSession(
  call: Call,
  asked: SignIn,
  mine: Account,
  weak: boolean,
  { proved = false }: { proved?: boolean } = {},
): Promise<SignedIn> {
  const { db, sessionId } = call;
  const settings = await settingsOf(call, mine.corpCode);
  const mustChange = mine.mustChangePassword || (weak && settings.force === "T");
  const mustEnrol = !mine.hasFactor && (await isFactorRequired(call, mine));
  const parks = await boundParks(db, mine.corpCode, mine.id);
  const token = randomBytes(32).toString("base64url");
  await noLock(call, mine);
  await db
    .update(account)
    .set({ lastSignedInAt: call.now })
    .where(and(eq(account.corpCode, mine.corpCode), eq(account.id, mine.id)));
  await db.insert(session).values({
    corpCode: mine.corpCode,
    accountId: mine.id,
    tokenHash: tokenHash(token),
    clientSessionId: sessionId ?? "",
    ip: asked.ip,
    userAgent: asked.userAgent,
    idleMinutes: settings.idleMinutes,
    mustChangePassword: mustChange,
    mustEnrol,
    ...(proved && { provedAt: sql`now()` }),
  });
  await note(call, asked, mine.id, "success", await sourceOf(db, call.now, asked));
  await knowDevice(call, asked, mine);
  const first = settings.force !== "F" && mine.initpwd !== "T";
  return {
    tokenInfo: { token, thirdToken: "" },
    userId: mine.id,
    corpCode: mine.corpCode,
    step: mustChange ? "mustChangePassword" : mustEnrol ? "mustEnrol" : first ? "changePassword" : "",
    parks: parks.length,
  };
}

async function settingsOf({ db }: Call, corpCode: string): Promise<{ force: string; idleMinutes: number }> {
  const wanted = ["forceWeakpasswordToStrong", "sessionIdleMinutes"];
  const { paramCode, paramOption: option } = sysParam;
  const rows = await db
    .select({ paramCode, option })
    .from(sysParam)
    .where(and(eq(sysParam.corpCode, corpCode), inArray(paramCode, wanted)));
  const value = (code: string) => rows.find((row) => row.paramCode === code)?.option;
  const minutes = Number(value("sessionIdleMinutes") ?? "120");
  return {
    force: value("forceWeakpasswordToStrong") ?? "F",
    idleMinutes: Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080 ? minutes : 120,
  };
}

/** Ids of the parks that an account is bound to; none: all of its corp. */
export async function boundParks(db: Call["db"], corpCode: string, accountId: number): Promise<number[]> {
  const rows = await db
    .select({ id: accountPark.parkId })
    .from(accountPark)
    .where(and(eq(accountPark.corpCode, corpCode), eq(accountPark.accountId, accountId)));
  return rows.map(({ id }) => id);
}

/** Remembers the park of a session. Runs as the owner. */
export async function keepChosenPark(
  db: Call["db"],
  sessionRowId: number,
  park: { id: number; name: string },
): Promise<void> {
  await db.update(session).set({ parkId: park.id, parkName: park.name }).where(eq(session.id, sessionRowId));
}
