/** Messages to staff: {@link notify} for whoever has something to tell, and the reader's own list. */
import { type Locale, locales } from "~/contract/messages";
import { type MessageKind, type MessageRow, messageList, readMessages } from "~/contract/platform/message";
import { countBound } from "~/contract/resource";
import type { Transaction } from "../../db/database";
import { administrator } from "../../kernel/access";
import { prepared } from "../../kernel/prepared";
import { scopeOf } from "../../kernel/scope";
import { type Served, serve } from "../../kernel/served";

/** Who is told: accounts by id, who holds a function (and a button under any), or everybody of the corp. */
export type Audience = { accounts: readonly number[] } | { fun: string; button?: string } | "everybody";

export interface Told {
  to: Audience;
  kind: MessageKind;
  /** Called once a language. At most 200 letters are kept. */
  title: (options: { locale: Locale }) => string;
  body?: (options: { locale: Locale }) => string;
  /** Address on this console. */
  link?: string;
  /** Names the matter, so that nobody is told of it twice while the first message is unread. */
  matter?: string;
  /** Who did it needs no telling. */
  except?: number;
  /** What it is about: whoever may not see that is not told. */
  about?: { parks: readonly number[]; maker: number };
}

/**
 * $1 kind, $2–$5 texts, $6 link, $7 matter, $8 moment, $9 left out, $10 parks and $11 maker of what is told of (null: it has
 * none), then the audience's own.
 */
const insertFor = (audience: string) => `
  insert into message (account_id, kind, title, title_en, body, body_en, link, matter, at)
  select a.id, $1, $2, $3, $4, $5, $6, $7, $8::timestamptz
  from account a
  cross join ${scopeOf}
  where a.status = 'T'
    and a.id <> $9::bigint
    and ($10::bigint[] is null or scope.parks is null or scope.parks && $10::bigint[])
    and ($11::bigint is null or scope.makers is null or $11::bigint = any (scope.makers))
    and ${audience}
  on conflict (corp_code, account_id, matter) where matter <> '' and read_at is null do nothing
  returning account_id
`;

const held = (column: string, value: string) => `exists (
  select from account_role ar
  join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
  where ar.corp_code = a.corp_code and ar.account_id = a.id and g.${column} = ${value}
)`;

const inserts = {
  accounts: insertFor("a.id = any ($12::bigint[])"),
  fun: insertFor(`(a.acc_type = '${administrator}' or ${held("fun_code", "$12")})`),
  button: insertFor(
    `(a.acc_type = '${administrator}' or ${held("fun_code", "$12")} and ${held("button_code", "$13")})`,
  ),
  everybody: insertFor("true"),
};

/** Tells; answers how many were told. In the caller's transaction: what is rolled back was never told. */
export async function notify(db: Transaction, now: Date, told: Told): Promise<number> {
  const { to, kind, title, body, link = "", matter = "", except = 0, about } = told;
  const inBoth = (text: Told["title"] | undefined, max: number) =>
    locales.map((locale) => text?.({ locale }).slice(0, max) ?? "");
  const values = [
    kind,
    ...inBoth(title, 200),
    ...inBoth(body, 2000),
    link,
    matter,
    now,
    except,
    about?.parks ?? null,
    about?.maker ?? null,
  ];
  if (to === "everybody") return (await prepared(db, inserts.everybody, values)).length;
  if ("accounts" in to) return (await prepared(db, inserts.accounts, [...values, to.accounts])).length;
  if (to.button === undefined) return (await prepared(db, inserts.fun, [...values, to.fun])).length;
  return (await prepared(db, inserts.button, [...values, to.fun, to.button])).length;
}

const settle = "update message set read_at = $2 where matter = $1 and read_at is null";

/** What was told of is done: whoever has not read of it need not. */
export async function settleMatter(db: Transaction, now: Date, matter: string): Promise<void> {
  await prepared(db, settle, [matter, now]);
}

const states = { all: "true", unread: "read_at is null", read: "read_at is not null" };

/** One text a kind of question, each with its own index. */
function where(state: keyof typeof states, kind: MessageKind | undefined): string {
  return `account_id = $1 and ${states[state]}${kind ? " and kind = $2" : ""}`;
}

const serveList = serve(messageList, async ({ db, caller, locale }, { state, kind, pageNo, pageSize }) => {
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
           to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at
    from message
    where ${scope}
    order by id desc
    limit $${values.length + 1} offset $${values.length + 2}
  `;
  const records = await prepared<MessageRow>(db, page, [...values, pageSize, (shown - 1) * pageSize]);
  const otherData = { unread: await unreadOf(db, caller.userId), capped: (found?.n ?? 0) > countBound };
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
