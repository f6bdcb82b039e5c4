/** The slider puzzle: one picture a session, one try a picture, one sign-in a solution. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { queryImage, signInNeeds, verifyImage } from "~/contract/platform/captcha";
import type { Transaction } from "../../db/database";
import { Invalid, Refusal } from "../../kernel/refusal";
import { type Call, type Served, serve, serveAfter } from "../../kernel/served";
import { drawPuzzle } from "./captcha-picture";
import { signInLog } from "./log-schema";
import { printable } from "./printable";
import { hashOrNull, sessionHash } from "./session-hash";
import type { SignIn } from "./sign-in-failures";
import { pageNeedsPuzzle } from "./sign-in-limits";
import { workFor } from "./sign-in-work";

/** Minutes that a picture, and then its solution, is good for. */
const goodFor = 2;
/** How far off (pixels) the piece may be: dragged along one line, or clicked on in two directions. */
const tolerance = { drag: 4, click: 14 };
/** Wrong tries within a quarter of an hour, after which no picture is given: guessing must not pay. */
const maxWrong = { session: 15, address: 60 };
const wrongMinutes = 15;

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
      do update set x = excluded.x, y = excluded.y, state = 'open', expires_at = excluded.expires_at, acc_name = ''
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
  async (call, { x_index, y_index, accName, clientAddress }) => {
    const hash = hashOf(call);
    const ip = printable(clientAddress);
    await holdBack(call, hash, ip);
    const place = { x: Number(x_index), y: y_index === undefined ? null : Number(y_index) };
    const verified = await judge(call, hash, place, accName?.trim());
    if (!verified) {
      const { corpCode } = call.caller;
      const noted = { corpCode, accName: "", outcome: "puzzle", ip, sessionHash: hash, at: call.now };
      await call.db.insert(signInLog).values(noted);
    }
    return { verified };
  },
  { asOwner: true },
);

/** The row's lock sees to it that of two tries at once only one is judged. The solution is kept for one name. */
async function judge(
  { db, now }: Call,
  hash: Buffer,
  { x, y }: { x: number; y: number | null },
  accName: string | undefined,
): Promise<boolean> {
  const off = y === null ? tolerance.drag : tolerance.click;
  const { rows } = await db.execute<{ state: string }>(sql`
    update captcha
    set state = case
          when abs(x - ${x}::float8) <= ${off} and (${y}::float8 is null or abs(y - ${y}::float8) <= ${off})
          then 'passed' else 'failed'
        end,
        acc_name = coalesce(lower(${accName || null}::text), (
          select lower(l.acc_name) from sign_in_log l
          where l.session_hash = ${hash} and l.acc_name <> ''
          order by l.id desc
          limit 1
        ), ''),
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

type Tried = Pick<SignIn, "sessionHash" | "accName">;

/** A solution of this session for this name that nobody has used. */
const isPass = ({ sessionHash, accName }: Tried, now: Date) => sql`
  session_hash = ${sessionHash}::bytea
  and acc_name = ${accName.toLowerCase()}
  and state = 'passed'
  and expires_at > ${now.toISOString()}::timestamptz
`;

/** Uses up the session's solution for a name; false when there is none. */
export async function takePass({ db, now }: Call, tried: Tried): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from captcha where ${isPass(tried, now)} returning 1`);
  return rows.length > 0;
}

/** Whether the session holds a solution for a name; it stays. */
export async function holdsPass(db: Transaction, tried: Tried, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from captcha where ${isPass(tried, now)}`);
  return rows.length > 0;
}

const serveNeeds = serve(
  signInNeeds,
  async ({ db, sessionId, now }, { clientAddress, device, scripts = false }) => {
    const from = {
      sessionHash: hashOrNull(sessionId),
      ip: printable(clientAddress),
      deviceHash: hashOrNull(device),
    };
    const work = scripts ? await workFor(db, now, from) : null;
    return {
      captcha: await pageNeedsPuzzle(db, now, from, work !== null),
      passed: await holdsAnyPass(db, from.sessionHash, now),
      work,
    };
  },
  { asOwner: true },
);

async function holdsAnyPass(db: Transaction, hash: Buffer | null, now: Date): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from captcha
    where session_hash = ${hash}::bytea and state = 'passed' and expires_at > ${now.toISOString()}::timestamptz
  `);
  return rows.length > 0;
}

export const captchaServed: Served[] = [serveQuery, serveVerify, serveNeeds];
