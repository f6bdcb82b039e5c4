/** Letters to holders of cards that end: put in with the reminder of staff, where the holder gave an address and the corp mails. */
import { sql } from "drizzle-orm";
import type { Locale } from "~/contract/messages";
import type { Transaction } from "../../db/database";
import { enqueue } from "../../kernel/enqueue";
import { mailSender } from "../../kernel/mail";
import { parameterOf } from "../../kernel/parameters";
import { rowsOf } from "../../kernel/rows";

/** Named here and not with the job: whoever reminds puts it in. */
export const mailKind = "mailCardHolders";

export type MailedKind = "season" | "stored";

export interface MailedCard {
  id: number;
  number: string;
  typeId: number;
  validTo: string;
  email: string;
  language: Locale;
}

/** Once a card, last day and stage: an index holds it. */
export async function mailHolders(
  db: Transaction,
  now: Date,
  { kind, stage, holders }: { kind: MailedKind; stage: number; holders: readonly MailedCard[] },
): Promise<void> {
  if (holders.length === 0 || mailSender() === null || (await parameterOf(db, "cardMailHolders")) !== "T") return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const made = await rowsOf(
    db,
    sql`
      insert into card_mail (kind, card_id, number, card_type_id, valid_to, stage, address, language, asked_at, next_at)
      select ${kind}, h.id, h.number, h."typeId", h."validTo", ${stage}, h.email, h.language, ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(holders)}::jsonb)
        as h (id bigint, number text, "typeId" bigint, "validTo" date, email text, language text)
      on conflict do nothing
      returning id
    `,
  );
  if (made.length > 0) await enqueue(db, { kind: mailKind, unlessWaiting: true });
}
