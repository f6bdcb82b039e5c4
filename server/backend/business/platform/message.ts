/** The reader's own list of messages. */
import { type MessageKind, type MessageRow, messageList, readMessages } from "~/contract/platform/message";
import { countBound } from "~/contract/resource";
import { waitingForCaller } from "../../approvals/inbox";
import type { Transaction } from "../../db/database";
import { stamp } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { type Served, serve } from "../../kernel/served";

const states = { all: "true", unread: "read_at is null", read: "read_at is not null" };

/** One text a kind of question, each with its own index. */
function where(state: keyof typeof states, kind: MessageKind | undefined): string {
  return `account_id = $1 and ${states[state]}${kind ? " and kind = $2" : ""}`;
}

const serveList = serve(messageList, async (call, { state, kind, pageNo, pageSize }) => {
  const { db, caller, locale } = call;
  const values = kind ? [caller.userId, kind] : [caller.userId];
  const scope = where(state, kind);
  const bounded = `select count(*)::int as n from (select from message where ${scope} limit ${countBound + 1}) bounded`;
  const [found] = await prepared<{ n: number }>(db, bounded, values);
  const count = Math.min(found?.n ?? 0, countBound);
  const totalPage = Math.max(1, Math.ceil(count / pageSize));
  const shown = Math.min(pageNo, totalPage);
  const [title, body] = locale === "en" ? ["title_en", "body_en"] : ["title", "body"];
  const page = `
    select id, kind, ${title} as title, ${body} as body, link, read_at is not null as read,
           at
    from message
    where ${scope}
    order by id desc
    limit $${values.length + 1} offset $${values.length + 2}
  `;
  const rows = await prepared<MessageRow>(db, page, [...values, pageSize, (shown - 1) * pageSize]);
  const records = rows.map((row) => ({ ...row, at: stamp(row.at) }));
  const [unread, approvals] = [await unreadOf(db, caller.userId), await waitingForCaller(call)];
  const otherData = { unread, approvals, capped: (found?.n ?? 0) > countBound };
  return { records, pageNo: shown, pageSize, totalPage, count, otherData };
});

const mark = {
  read: "update message set read_at = $2 where account_id = $1 and read_at is null",
  unread:
    "update message set read_at = null, matter = '' where account_id = $1 and $2::timestamptz is not null and read_at is not null",
};

const serveRead = serve(readMessages, async ({ db, caller, now }, { ids, read }) => {
  const text = mark[read ? "read" : "unread"];
  if (ids) await prepared(db, `${text} and id = any ($3::bigint[])`, [caller.userId, now, ids]);
  else if (read) await prepared(db, text, [caller.userId, now]);
  return { unread: await unreadOf(db, caller.userId) };
});

/** Counted to 100: nobody reads more from a badge. */
async function unreadOf(db: Transaction, accountId: number): Promise<number> {
  const text =
    "select count(*)::int as n from (select from message where account_id = $1 and read_at is null limit 100) few";
  const [row] = await prepared<{ n: number }>(db, text, [accountId]);
  return row?.n ?? 0;
}

export const messageServed: Served[] = [serveList, serveRead];
