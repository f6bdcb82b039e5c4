/**
 * Puts what waits into letters: what is to go at once, and at its hour the digest of the day. A letter and what stands in it are
 * written in one transaction, so nothing is in two letters and nothing is lost between them.
 */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { JobRun } from "../../../jobs/kind";
import { mayCall, standIn } from "../../../jobs/stand-in";
import { businessDay, stamp } from "../../../kernel/business-time";
import { seenByScope } from "../../../kernel/notify";
import { Forbidden } from "../../../kernel/refusal";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { scopeOf } from "../../../kernel/scope";
import { putAnnouncements, stillAnnounced } from "./announced";
import { functionOfPage } from "./seen-page";

const own = sql`current_setting('app.corp_code')`;

const mostAccounts = 200;
/** In one letter; the console has the rest. */
export const mostInLetter = 50;
/** Letters of one account in an hour: what is more comes together in the next. */
const mostAnHour = 20;
/** Hours after which nobody needs a letter of it any more: a mail server that was away for days fills no mailbox. */
const stale = 48;

interface Due {
  accountId: number;
  atOnce: boolean;
}

/** Whether the account may get mail now: it is open, and nobody has locked it by wrong passwords. */
export const standing = sql`a.status = 'T' and (a.locked_until is null or a.locked_until <= now())`;

export async function gather(run: JobRun): Promise<void> {
  const now = run.now();
  const [today, hour] = [businessDay(now), Number(stamp(now).slice(11, 13))];
  const moment = sql`${now.toISOString()}::timestamptz`;
  const due = await run.write(async (tx) => {
    await tx.execute(sql`
      delete from message_mail_item i
      where i.corp_code = ${own} and i.mail_id is null and i.at < ${moment} - make_interval(hours => ${stale})
    `);
    await putAnnouncements(tx, moment, stale);
    return rowsOf<Due>(
      tx,
      sql`
        select i.account_id::float8 as "accountId", i.at_once as "atOnce"
        from message_mail_item i
        join message_mailbox b on b.corp_code = i.corp_code and b.account_id = i.account_id
        join account a on a.corp_code = i.corp_code and a.id = i.account_id
        where i.corp_code = ${own} and i.mail_id is null and b.address is not null and (a.status <> 'T' or ${standing})
          and case
            when i.at_once then (
              select count(*) from message_mail l
              where l.corp_code = i.corp_code and l.account_id = i.account_id and l.purpose = 'message'
                and l.asked_at > ${moment} - interval '1 hour'
            ) < ${mostAnHour}
            else b.digest_hour <= ${hour} and not exists (
              select from message_mail l
              where l.corp_code = i.corp_code and l.account_id = i.account_id and l.purpose = 'digest'
                and l.day = ${today}::date
            )
          end
        group by i.account_id, i.at_once
        order by i.account_id, i.at_once
        limit ${mostAccounts}
      `,
    );
  });
  for (const one of due) {
    run.signal.throwIfAborted();
    await run.write((tx) => putTogether(run, tx, one, today));
  }
}

interface Item {
  id: number;
  link: string;
  read: boolean;
}

async function putTogether(run: JobRun, tx: Transaction, { accountId, atOnce }: Due, today: string): Promise<void> {
  const mailbox = await firstOf<{ address: string; name: string }>(
    tx,
    sql`
      select b.address, a.name
      from message_mailbox b
      join account a on a.corp_code = b.corp_code and a.id = b.account_id
      where b.corp_code = ${own} and b.account_id = ${accountId} and b.address is not null
      for update of b
    `,
  );
  if (!mailbox) return;
  const moment = sql`${run.now().toISOString()}::timestamptz`;
  const items = await rowsOf<Item>(
    tx,
    sql`
      select i.id::float8 as id, coalesce(t.link, '') as link,
             case when i.announcement_id is null then t.read_at is not null or not (${sql.raw(seenByScope)}) else not ${stillAnnounced(moment)} end as read
      from message_mail_item i
      join account a on a.corp_code = i.corp_code and a.id = i.account_id
      cross join ${sql.raw(scopeOf)}
      left join message t on t.corp_code = i.corp_code and t.id = i.message_id
      where i.corp_code = ${own} and i.account_id = ${accountId} and i.mail_id is null and i.at_once = ${atOnce}
      order by i.id
      limit 500
      for update of i
    `,
  );
  const told = await stillToTell(run, tx, { accountId, accountName: mailbox.name }, items);
  const left = items.filter(({ id }) => !told.includes(id)).map(({ id }) => id);
  // Who has read it, or may not see it any more, needs no letter.
  await tx.execute(
    sql`delete from message_mail_item where corp_code = ${own} and id = any (${sql.param(left)}::bigint[])`,
  );
  if (told.length === 0) return;
  const now = run.now().toISOString();
  const letter = await firstOf<{ id: number }>(
    tx,
    sql`
      insert into message_mail (account_id, purpose, day, address, state, asked_at, next_at)
      values (${accountId}, ${atOnce ? "message" : "digest"}, ${atOnce ? null : today}::date, ${mailbox.address},
              'waiting', ${now}::timestamptz, ${now}::timestamptz)
      on conflict (corp_code, account_id, day) where purpose = 'digest' do nothing
      returning id::float8 as id
    `,
  );
  if (!letter) return;
  await tx.execute(sql`
    update message_mail_item set mail_id = ${letter.id}
    where corp_code = ${own} and id = any (${sql.param(told)}::bigint[])
  `);
}

/** Of what waits: not read yet, and led to by a function that the account holds. A closed account has none. */
async function stillToTell(
  run: JobRun,
  tx: Transaction,
  whose: { accountId: number; accountName: string },
  items: readonly Item[],
): Promise<number[]> {
  const call = await standIn(run, tx, "signedIn", whose).catch((error: unknown) => {
    if (error instanceof Forbidden) return null;
    throw error;
  });
  if (!call) return [];
  const may = new Map<string, boolean>();
  const told: number[] = [];
  for (const { id, link, read } of items) {
    if (read) continue;
    const fun = functionOfPage(link);
    const key = String(fun);
    if (fun !== null && !may.has(key)) may.set(key, await mayCall(call, { fun }));
    if (fun === null || may.get(key)) told.push(id);
  }
  return told;
}
