/** What of announcements stands in an account's inbox: asked when it is read, so nothing of it can be out of date. */
import type { Transaction } from "../../../db/database";
import { stamp } from "../../../kernel/business-time";
import { prepared } from "../../../kernel/prepared";
import type { Call } from "../../../kernel/served";

/** That an announcement of `announcement_inbox` runs at a moment: the place of that moment among the parameters. */
export const running = (now: string) =>
  `(visible_from is null or visible_from <= ${now}) and (visible_until is null or visible_until > ${now})`;

/** For a statement of others: how many unread announcements an account has. Parameters by their names. */
export const unreadAnnouncements = (account: string, now: string) => `(
  select count(*)::int from announcement_inbox where account_id = ${account} and not is_read and ${running(now)}
)`;

export interface Told {
  id: number;
  title: string;
  important: boolean;
  by: string;
  /** yyyy-MM-dd HH:mm:ss */
  at: string;
  read: boolean;
  confirmed: boolean;
}

/** The latest first; of an account there are at most as many as run at a time. */
export async function announcementsOf({ db, caller, now }: Call): Promise<Told[]> {
  const rows = await prepared<Told>(
    db,
    `
      select id::float8 as id, title, important, published_by as by, at, is_read as read, read_at is not null as confirmed
      from announcement_inbox
      where account_id = $1 and ${running("$2")}
      order by at desc, id desc
    `,
    [caller.userId, now],
  );
  return rows.map((row) => ({ ...row, at: stamp(row.at) }));
}

const markAside = `
  insert into announcement_receipt (account_id, owner_corp, announcement_id, aside_at)
  select account_id, owner_corp, id, $2::timestamptz
  from announcement_inbox
  where account_id = $1 and not important and not is_read and ${running("$2")}
    and ($3::bigint[] is null or id = any ($3::bigint[]))
  on conflict (corp_code, account_id, owner_corp, announcement_id) do update set aside_at = excluded.aside_at
`;
const takeBack = `
  update announcement_receipt set aside_at = null
  where account_id = $1 and announcement_id = any ($2::bigint[]) and read_at is null
`;

/** Marks announcements as read in the inbox; null: all. Important ones take a receipt and are left alone. */
export async function putAside({ db, caller, now }: Call, ids: readonly number[] | null): Promise<void> {
  await prepared(db, markAside, [caller.userId, now, ids]);
}

/** Unread again, unless there is a receipt. */
export async function takeOut({ db, caller }: Call, ids: readonly number[]): Promise<void> {
  await prepared(db, takeBack, [caller.userId, ids]);
}

/** What waits to be confirmed, for the count beside "mark all as read". */
export async function unconfirmed(db: Transaction, accountId: number, now: Date): Promise<number> {
  const text = `select ${unreadAnnouncements("$1", "$2").replace("not is_read", "not is_read and important")} as n`;
  const [row] = await prepared<{ n: number }>(db, text, [accountId, now]);
  return row?.n ?? 0;
}
