/** Telling staff of something: a message in the list of whoever may see what it is about. */
import { type Locale, locales } from "~/contract/messages";
import type { MessageKind } from "~/contract/platform/message";
import type { Transaction } from "../db/database";
import { administrator } from "./access";
import { prepared } from "./prepared";
import { scopeOf } from "./scope";

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
  /** What it is about: whoever may not see that is not told, and whoever may not any more does not read of it. */
  about?: { parks: readonly number[]; maker: number | null };
}

/**
 * $1 kind, $2–$5 texts, $6 link, $7 matter, $8 moment, $9 left out, $10 parks and $11 maker of what is told of (null: it has
 * none), then the audience's own.
 */
const insertFor = (audience: string) => `
  insert into message (account_id, kind, title, title_en, body, body_en, link, matter, at, about_parks, about_maker)
  select a.id, $1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $10::bigint[], $11::bigint
  from account a
  cross join ${scopeOf}
  -- Whoever tells as the owner of the tables, as the demonstration does, sees accounts of every corp.
  where a.corp_code = current_setting('app.corp_code')
    and a.status = 'T'
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

/** Of the table `message`, in a call: whether its reader may see by now what it is about. */
export const stillSeen = `
  (about_parks is null or current_setting('app.bound', true) is distinct from 'T'
   or about_parks && nullif(current_setting('app.parks', true), '')::bigint[])
  and (about_maker is null or coalesce(nullif(current_setting('app.makers', true), ''), '*') = '*'
   or about_maker = any (nullif(nullif(current_setting('app.makers', true), '*'), '')::bigint[]))
`;

/** The same of a message `t` and an account `a` beside {@link scopeOf}, where nobody calls. */
export const seenByScope = `
  (t.about_parks is null or scope.parks is null or scope.parks && t.about_parks)
  and (t.about_maker is null or scope.makers is null or t.about_maker = any (scope.makers))
`;

const settle = "update message set read_at = $2 where matter = $1 and read_at is null";

/** What was told of is done: whoever has not read of it need not. */
export async function settleMatter(db: Transaction, now: Date, matter: string): Promise<void> {
  await prepared(db, settle, [matter, now]);
}
