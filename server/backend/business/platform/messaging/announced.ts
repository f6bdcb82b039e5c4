/**
 * Announcements by mail. They have no row a reader, so a corp puts each into its mailboxes once, when it begins to run, and
 * what stands in a letter is asked anew: one that was withdrawn, or confirmed meanwhile, is told to nobody.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import { allowedRichText, plainText } from "../../../kernel/rich-text";
import { rowsOf } from "../../../kernel/rows";

const own = sql`current_setting('app.corp_code')`;

const runsAt = (moment: SQL) =>
  sql`(n.visible_from is null or n.visible_from <= ${moment}) and (n.visible_until is null or n.visible_until > ${moment})`;

/** Own ones, and those of head office to all tenants. `stale`: hours after which nobody needs a letter of it any more. */
export async function putAnnouncements(tx: Transaction, moment: SQL, stale: number): Promise<void> {
  // Whoever makes the row of the mailing writes to all mailboxes; another worker waits for it, and makes none.
  await tx.execute(sql`
    with begun as (
      insert into announcement_mailing (owner_corp, announcement_id, at)
      select n.owner_corp, n.id, ${moment}
      from (
        select corp_code as owner_corp, id, visible_from, visible_until, published_at
        from announcement
        where corp_code = ${own} and status = 'published' and by_mail
        union all
        select corp_code, id, visible_from, visible_until, published_at
        from platform_announcement
        where corp_code <> ${own} and by_mail
      ) n
      where ${runsAt(moment)}
        and greatest(n.published_at, n.visible_from) > ${moment} - make_interval(hours => ${stale})
        and not exists (
          select from announcement_mailing d
          where d.corp_code = ${own} and d.owner_corp = n.owner_corp and d.announcement_id = n.id
        )
      on conflict do nothing
      returning owner_corp, announcement_id
    )
    insert into message_mail_item (account_id, owner_corp, announcement_id, at_once, at)
    select b.account_id, d.owner_corp, d.announcement_id, 'announcement' = any (b.at_once), ${moment}
    from begun d
    join announcement_inbox n on n.corp_code = ${own} and n.owner_corp = d.owner_corp and n.id = d.announcement_id
    join message_mailbox b on b.corp_code = n.corp_code and b.account_id = n.account_id
    where not n.is_read and b.address is not null and 'announcement' = any (b.at_once || b.digest)
    on conflict do nothing
  `);
}

/** That the announcement of the item `i` is its account's still, and neither read nor over. */
export const stillAnnounced = (moment: SQL): SQL => sql`
  exists (
    select from announcement_inbox n
    where n.corp_code = i.corp_code and n.account_id = i.account_id and n.owner_corp = i.owner_corp
      and n.id = i.announcement_id and not n.is_read and ${runsAt(moment)}
  )
`;

interface Words {
  title: string;
  body: string;
  link: string;
  at: string;
}

/** As much of the text as a message has at most; the console has the rest. */
const most = 2_000;

export async function announcedIn(tx: Transaction, mailId: number, moment: SQL): Promise<Words[]> {
  const rows = await rowsOf<Words>(
    tx,
    sql`
      select n.title, n.body, '/message/announcement/' || n.id as link, n.at
      from message_mail_item i
      join announcement_inbox n
        on n.corp_code = i.corp_code and n.account_id = i.account_id and n.owner_corp = i.owner_corp
           and n.id = i.announcement_id
      where i.corp_code = ${own} and i.mail_id = ${mailId} and ${runsAt(moment)}
      order by i.id
    `,
  );
  return rows.map(({ body, ...row }) => ({ ...row, body: plainText(allowedRichText(body)).slice(0, most) }));
}
