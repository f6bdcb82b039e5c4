/** A fresh proof within a session: what changes rights or secrets asks for one (`freshProof` of a method). */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { proofMinutes } from "~/contract/method";
import { factorRules } from "~/contract/platform/factor-rules";
import { prove, proveChallenge, proveState } from "~/contract/platform/second-factor";
import { Invalid, NotFound, Refusal, RefusedButKept } from "../../../kernel/refusal";
import { type Call, type Served, serve } from "../../../kernel/served";
import { account } from "../account-schema";
import { session } from "../session-schema";
import { askedBySession, countFailure, inARow, lockedUntil, lockMinutes, sourceOf } from "../sign-in-failures";
import { isFactor, waysOf } from "./check";
import type { Owner } from "./owner";
import { authenticationOptions } from "./passkeys";

export const ownerOf = ({ caller }: Pick<Call, "caller">): Owner => ({ corpCode: caller.corpCode, id: caller.userId });

export const ownRow = ({ corpCode, id }: Owner) => and(eq(account.corpCode, corpCode), eq(account.id, id));

/** Gives this session something to sign; what it was given before is void. Runs as the owner. */
export async function keepChallenge({ db, caller, now }: Call, challenge: string): Promise<void> {
  await db.update(session).set({ challenge, challengeAt: now }).where(eq(session.id, caller.sessionRowId));
}

/** What this session was given to sign, once; null: nothing, or too long ago. Runs as the owner. */
export async function takeChallenge({ db, caller, now }: Call): Promise<string | null> {
  const since = new Date(now.getTime() - factorRules.challengeMinutes * 60_000).toISOString();
  // Of two at once the second one waits here, and finds nothing.
  const { rows } = await db.execute<{ challenge: string | null }>(sql`
    with mine as (select id, challenge, challenge_at from session where id = ${caller.sessionRowId} for update)
    update session s set challenge = null, challenge_at = null
    from mine
    where s.id = mine.id and mine.challenge is not null
    returning case when mine.challenge_at > ${since}::timestamptz then mine.challenge end as challenge
  `);
  return rows[0]?.challenge ?? null;
}

/** From now on, for some minutes, the session is proved. By the clock of the database, as access.ts asks. */
export async function markProved({ db, caller }: Call): Promise<void> {
  await db.execute(sql`update session set proved_at = now() where id = ${caller.sessionRowId}`);
}

const serveState = serve(
  proveState,
  async (call) => {
    const owner = ownerOf(call);
    const { rows } = await call.db.execute<{ needed: boolean }>(sql`
      select a.has_factor and coalesce(s.proved_at < now() - make_interval(mins => ${proofMinutes}), true) as needed
      from session s
      join account a on a.corp_code = s.corp_code and a.id = s.account_id
      where s.id = ${call.caller.sessionRowId}
    `);
    return { needed: rows[0]?.needed ?? false, ways: await waysOf(call, owner) };
  },
  { asOwner: true },
);

const serveChallenge = serve(
  proveChallenge,
  async (call, { origin }) => {
    const options = await authenticationOptions(call, ownerOf(call), origin);
    await keepChallenge(call, options.challenge);
    return { options: { ...options } };
  },
  { asOwner: true },
);

const serveProve = serve(
  prove,
  async (call, given) => {
    const { db, now } = call;
    // Guessing here counts as guessing at the door, from where the session signed in.
    const asked = await askedBySession(call);
    await inARow(db, asked);
    const owner = ownerOf(call);
    const [mine] = await db.select().from(account).where(ownRow(owner)).for("update");
    if (!mine) throw new NotFound(m.ops_not_found());
    const source = await sourceOf(db, now, asked);
    if (await lockedUntil(db, now, asked, source)) throw new Refusal(m.ops_login_locked({ minutes: lockMinutes }));
    const challenge = given.passkey === "" ? null : await takeChallenge(call);
    if (await isFactor(call, owner, given, challenge)) {
      await markProved(call);
      return {};
    }
    await countFailure(call, asked, mine, "code", source);
    const errors: Record<string, string[]> =
      given.passkey === "" ? { code: [m.factor_code_not()] } : { passkey: [m.factor_passkey_wrong()] };
    return new RefusedButKept(new Invalid(errors));
  },
  { asOwner: true },
);

export const proveServed: Served[] = [serveState, serveChallenge, serveProve];
