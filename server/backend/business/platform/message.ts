/** The reader's own list of messages, with the announcements that address them at this moment. */
import { type MessageKind, type MessageRow, messageList, readMessages } from "~/contract/platform/message";
import { countBound } from "~/contract/resource";
import { waitingForCaller } from "../../approvals/inbox";
import { stamp } from "../../kernel/business-time";
import { stillSeen } from "../../kernel/notify";
import { prepared } from "../../kernel/prepared";
import { type Call, type Served, serve } from "../../kernel/served";
import { announcementsOf, putAside, takeOut, unconfirmed, unreadAnnouncements } from "./announcement/inbox";

const states = { all: "true", unread: "read_at is null", read: "read_at is not null" };

/** One text a kind of question, each with its own index. */
function where(state: keyof typeof states, kind: MessageKind | undefined): string {
  return `account_id = $1 and ${states[state]}${kind ? " and kind = $2" : ""} and ${stillSeen}`;
}

/** One account's messages between two places of their order, in the reader's language. */
async function rowsBetween({ db, locale }: Call, scope: string, values: unknown[], [from, to]: [number, number]) {
  const [title, body] = locale === "en" ? ["title_en", "body_en"] : ["title", "body"];
  const page = `
    select id, kind, ${title} as title, ${body} as body, link, read_at is not null as read,
           at
    from message
    where ${scope}
    order by id desc
    limit $${values.length + 1} offset $${values.length + 2}
  `;
  const rows = await prepared<MessageRow>(db, page, [...values, to - from, from]);
  return rows.map((row) => ({ ...row, at: stamp(row.at) }));
}

/** Announcements that the state and the kind leave, as rows of the inbox. */
async function announced(call: Call, state: keyof typeof states, kind: MessageKind | undefined): Promise<MessageRow[]> {
  if (kind !== undefined && kind !== "announcement") return [];
  const own = (await announcementsOf(call)).filter(({ read }) => state === "all" || read === (state === "read"));
  return own.map(({ id, title, important, by, at, read, confirmed }) => ({
    ...{ id, kind: "announcement", title, body: by, link: `/message/announcement/${id}`, at, read },
    announcement: { important, confirmed },
  }));
}

/** Two lists that are both the latest first, as one. */
function merged(messages: MessageRow[], announcements: MessageRow[]): MessageRow[] {
  const rest = [...announcements];
  const before = (at: string) => rest.splice(0, rest.findLastIndex((one) => one.at > at) + 1);
  return [...messages.flatMap((row) => [...before(row.at), row]), ...rest];
}

const serveList = serve(messageList, async (call, { state, kind, pageNo, pageSize }) => {
  const { db, caller, now } = call;
  const values = kind ? [caller.userId, kind] : [caller.userId];
  const scope = where(state, kind);
  const bounded = `select count(*)::int as n from (select from message where ${scope} limit ${countBound + 1}) bounded`;
  const [found] = await prepared<{ n: number }>(db, bounded, values);
  const told = await announced(call, state, kind);
  const count = Math.min((found?.n ?? 0) + told.length, countBound);
  const totalPage = Math.max(1, Math.ceil(count / pageSize));
  const shown = Math.min(pageNo, totalPage);
  // As many messages before the page are read as announcements could stand among them.
  const from = (shown - 1) * pageSize;
  const first = Math.max(0, from - told.length);
  const rows = await rowsBetween(call, scope, values, [first, from + pageSize]);
  const records = merged(rows, told).slice(from - first, from - first + pageSize);
  const otherData = {
    unread: await unreadOf(call),
    approvals: await waitingForCaller(call),
    unconfirmed: await unconfirmed(db, caller.userId, now),
    capped: (found?.n ?? 0) + told.length > countBound,
  };
  return { records, pageNo: shown, pageSize, totalPage, count, otherData };
});

const mark = {
  read: `update message set read_at = $2 where account_id = $1 and read_at is null and ${stillSeen}`,
  unread: `
    update message set read_at = null, matter = ''
    where account_id = $1 and $2::timestamptz is not null and read_at is not null and ${stillSeen}
  `,
};

const serveRead = serve(readMessages, async (call, { ids, announcements, read }) => {
  const { db, caller, now } = call;
  const text = mark[read ? "read" : "unread"];
  const all = read && ids === undefined && announcements === undefined;
  if (ids) await prepared(db, `${text} and id = any ($3::bigint[])`, [caller.userId, now, ids]);
  else if (all) await prepared(db, text, [caller.userId, now]);
  if (read && (all || announcements)) await putAside(call, announcements ?? null);
  else if (announcements) await takeOut(call, announcements);
  return { unread: await unreadOf(call) };
});

/** Messages are counted to 100: nobody reads more from a badge. */
async function unreadOf({ db, caller, now }: Call): Promise<number> {
  const text = `
    select (select count(*)::int from (select from message where account_id = $1 and read_at is null and ${stillSeen} limit 100) few)
         + ${unreadAnnouncements("$1", "$2")} as n
  `;
  const [row] = await prepared<{ n: number }>(db, text, [caller.userId, now]);
  return row?.n ?? 0;
}

export const messageServed: Served[] = [serveList, serveRead];
