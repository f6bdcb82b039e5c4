/**
 * Notices of payment companies (`/payNotice/…`): no session, no tenant but the one whose account the path names. What is not
 * signed by the account's company is refused, and nothing is written.
 */
import { sql } from "drizzle-orm";
import type { Hono } from "hono";
import { log } from "../../../../../log";
import type { Database } from "../../../../db/database";
import { firstOf } from "../../../../kernel/rows";
import type { SecretBox } from "../../../../kernel/secret-box";
import type { Sellable } from "../../sellable";
import { attemptByNumber } from "./attempt-row";
import { keeperOf } from "./drive";
import { opened, storedAccount } from "./pay-account";
import { quietly } from "./quiet-call";
import { settle } from "./settle";

interface Options {
  database: Database;
  secrets: SecretBox;
  now: () => Date;
  sellables: readonly Sellable[];
}

/** Both companies' are a few kilobytes. */
export const mostNoticeBytes = 32 * 1024;

export function mountPayNotices(app: Hono, options: Options): void {
  app.post("/payNotice/:key", async (context) => {
    const key = context.req.param("key");
    const length = Number(context.req.header("content-length") ?? Number.NaN);
    if (!/^[\w-]{32}$/.test(key)) return plain(404);
    if (length > mostNoticeBytes) return plain(413);
    const body = await context.req.text();
    if (body.length > mostNoticeBytes) return plain(413);
    return take(options, key, context.req.raw.headers, body);
  });
}

async function take(
  { database, secrets, now, sellables }: Options,
  key: string,
  headers: Headers,
  body: string,
): Promise<Response> {
  const which = sql`notice_key = ${key}`;
  const whose = await database.system(
    (tx) => firstOf<{ corpCode: string }>(tx, sql`select corp_code as "corpCode" from pay_account where ${which}`),
    { readOnly: true },
  );
  if (!whose) return plain(404);
  const { corpCode } = whose;
  const asking = { database, secrets, corpCode, now: now() };
  const stored = await database.tenant(corpCode, (tx) => storedAccount(tx, which), { readOnly: true });
  if (!stored) return plain(404);
  const { gateway, id: accountId } = opened(keeperOf(asking), stored);
  const notice = gateway.notice(headers, body);
  if (!notice) {
    log("warn", "pay-notice", { corpCode, account: accountId, message: "signed by nobody we know" });
    return plain(401);
  }
  await database.tenant(corpCode, async (db) => {
    const attempt = await attemptByNumber(db, notice.outTradeNo);
    // Money of an account of ours by somebody else's hand: the statement will tell.
    if (!attempt || attempt.accountId !== accountId) return;
    const seller = { id: attempt.sellerId, name: attempt.sellerName };
    await quietly({ db, corpCode, secrets, now: asking.now, seller }, (call) =>
      settle(call, sellables, attempt.id, notice.standing),
    );
  });
  const { body: answer, type } = gateway.heard();
  return new Response(answer, { status: 200, headers: { "content-type": type, "cache-control": "no-store" } });
}

const plain = (status: number) => new Response("", { status, headers: { "cache-control": "no-store" } });
