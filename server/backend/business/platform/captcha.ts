/** The slider puzzle: one picture a session, one try a picture, one sign-in a solution. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { queryImage, signInNeeds, verifyImage } from "~/contract/platform/captcha";
import type { Transaction } from "../../db/database";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve, serveAfter } from "../../kernel/served";
import { drawPuzzle } from "./captcha-picture";
import { printable } from "./printable";
import { signInLog } from "./schema";
import { captchaNeeded } from "./sign-in-failures";

/** Minutes that a picture, and then its solution, is good for. */
const goodFor = 2;
/** How far off (pixels) the piece may be: dragged along one line, or clicked on in two directions. */
const tolerance = { drag: 4, click: 14 };
/** Wrong tries within a quarter of an hour, after which no picture is given: guessing must not pay. */
const maxWrong = { session: 15, address: 60 };
const wrongMinutes = 15;

export const sessionHash = (sessionId: string): Buffer => createHash("sha256").update(sessionId).digest();

function hashOf({ sessionId }: Pick<Call, "sessionId">): Buffer {
  if (!sessionId) throw new Invalid({ "session-id": [m.v_required()] });
  return sessionHash(sessionId);
}

const serveQuery = serveAfter(
  queryImage,
  drawPuzzle,
  async (call, { clientAddress }, { x, y, ...picture }) => {
    const hash = hashOf(call);
    await holdBack(call, hash, printable(clientAddress));
    const expires = new Date(call.now.getTime() + goodFor * 60_000).toISOString();
    await call.db.execute(sql`
      insert into captcha (session_hash, x, y, expires_at)
      values (${hash}, ${x}, ${y}, ${expires}::timestamptz)
      on conflict (session_hash)
      do update set x = excluded.x, y = excluded.y, state = 'open', expires_at = excluded.expires_at
    `);
    // Puzzles that nobody solved do not pile up.
    await call.db.execute(sql`
      delete from captcha where session_hash in (
        select session_hash from captcha where expires_at < ${call.now.toISOString()}::timestamptz limit 20
      )
    `);
    return picture;
  },
  { asOwner: true },
);

const serveVerify = serve(
  verifyImage,
  async (call, { x_index, y_index, clientAddress }) => {
    const hash = hashOf(call);
    const ip = printable(clientAddress);
    await holdBack(call, hash, ip);
    const verified = await judge(call, hash, Number(x_index), y_index === undefined ? null : Number(y_index));
    if (!verified) {
      const { corpCode } = call.caller;
      const noted = { corpCode, accName: "", outcome: "puzzle", ip, sessionHash: hash, at: call.now };
      await call.db.insert(signInLog).values(noted);
    }
    return { verified };
  },
  { asOwner: true },
);

/** The row's lock sees to it that of two tries at once only one is judged. */
async function judge({ db, now }: Call, hash: Buffer, x: number, y: number | null): Promise<boolean> {
  const off = y === null ? tolerance.drag : tolerance.click;
  const { rows } = await db.execute<{ state: string }>(sql`
    update captcha
    set state = case
          when abs(x - ${x}::float8) <= ${off} and (${y}::float8 is null or abs(y - ${y}::float8) <= ${off})
          then 'passed' else 'failed'
        end,
        expires_at = ${new Date(now.getTime() + goodFor * 60_000).toISOString()}::timestamptz
    where session_hash = ${hash}
      and state = 'open'
      and expires_at > ${now.toISOString()}::timestamptz
    returning state
  `);
  return rows[0]?.state === "passed";
}

async function holdBack({ db, now }: Call, hash: Buffer, ip: string): Promise<void> {
  const since = new Date(now.getTime() - wrongMinutes * 60_000).toISOString();
  const { rows } = await db.execute<{ session: number; address: number }>(sql`
    select (select count(*)::int from sign_in_log
            where session_hash = ${hash} and outcome = 'puzzle' and at > ${since}::timestamptz) as session,
           (select count(*)::int from sign_in_log
            where ip = ${ip} and ip <> '' and outcome = 'puzzle' and at > ${since}::timestamptz) as address
  `);
  const [wrong] = rows;
  if (wrong && (wrong.session >= maxWrong.session || wrong.address >= maxWrong.address))
    throw new Refusal(m.auth_captcha_too_many({ minutes: wrongMinutes }));
}

/** Uses up the session's solution; false when there is none. */
export async function takePass({ db, now, sessionId }: Call): Promise<boolean> {
  if (!sessionId) return false;
  const { rows } = await db.execute(sql`
    delete from captcha
    where session_hash = ${sessionHash(sessionId)}
      and state = 'passed'
      and expires_at > ${now.toISOString()}::timestamptz
    returning 1
  `);
  return rows.length > 0;
}

/** Whether the session holds a solution; it stays. */
export async function holdsPass(db: Transaction, sessionId: string | undefined, now: Date): Promise<boolean> {
  if (!sessionId) return false;
  const { rows } = await db.execute(sql`
    select 1 from captcha
    where session_hash = ${sessionHash(sessionId)}
      and state = 'passed'
      and expires_at > ${now.toISOString()}::timestamptz
  `);
  return rows.length > 0;
}

const serveNeeds = serve(
  signInNeeds,
  async ({ db, sessionId, now }) => ({
    captcha: await captchaNeeded(db, now, sessionId ? sessionHash(sessionId) : null),
    passed: await holdsPass(db, sessionId, now),
  }),
  { asOwner: true },
);

export const captchaServed: Served[] = [serveQuery, serveVerify, serveNeeds];
