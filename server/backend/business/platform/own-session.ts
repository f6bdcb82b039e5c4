/** The devices that an account is signed in on, and signing them out. */
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { endOwnSessions, getOwnSessions } from "~/contract/platform/own-session";
import { NotFound } from "../../kernel/refusal";
import { type Call, type Served, serve } from "../../kernel/served";
import { session } from "./session-schema";

const mine = ({ caller }: Call) =>
  and(
    eq(session.corpCode, caller.corpCode),
    eq(session.accountId, caller.userId),
    isNull(session.revokedAt),
    sql`${session.lastSeen} > now() - make_interval(mins => ${session.idleMinutes})`,
  );

/** Whether each is one of the caller's sessions, over or not: of a list with somebody else's nothing is ended. */
async function allOwn({ db, caller }: Call, ids: readonly number[]): Promise<boolean> {
  const own = and(eq(session.corpCode, caller.corpCode), eq(session.accountId, caller.userId));
  const found = await db
    .select({ id: session.id })
    .from(session)
    .where(and(own, inArray(session.id, [...ids])));
  return found.length === new Set(ids).size;
}

const serveList = serve(
  getOwnSessions,
  async (call) => {
    const rows = await call.db.select().from(session).where(mine(call)).orderBy(desc(session.lastSeen)).limit(100);
    return rows.map(({ id, ip, userAgent, createdAt, lastSeen }) => ({
      id,
      ip,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastSeen: lastSeen.toISOString(),
      current: id === call.caller.sessionRowId,
    }));
  },
  { asOwner: true },
);

const serveEnd = serve(
  endOwnSessions,
  async (call, { ids }) => {
    const { db, caller, now } = call;
    const others = ids.filter((id) => id !== caller.sessionRowId);
    if (others.length === 0 || !(await allOwn(call, others))) throw new NotFound(m.ops_not_found());
    const ended = await db
      .update(session)
      .set({ revokedAt: now })
      .where(and(mine(call), inArray(session.id, others)))
      .returning({ id: session.id });
    if (ended.length === 0) throw new NotFound(m.ops_not_found());
    call.audit({
      thing: "account",
      thingId: caller.userId,
      label: caller.accName,
      after: { sessionsEnded: ended.length },
    });
    return { ended: ended.length };
  },
  { asOwner: true },
);

export const ownSessionServed: Served[] = [serveList, serveEnd];
