/**
 * Mails holders whose cards end. A letter is taken before the mail server is asked and noted afterwards, as those of invoices
 * are: one whose fate nobody knows goes again under the same message id. What fails for good is told to nobody, since staff has
 * the list of who to call.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Locale, m } from "~/contract/messages";
import { type JobRun, jobKind } from "../../jobs/kind";
import { enqueue } from "../../kernel/enqueue";
import { type Mail, MailRefused, mailSender } from "../../kernel/mail";
import { firstOf } from "../../kernel/rows";
import { ownName } from "../platform/parameter";
import { type MailedKind, mailKind } from "./mail";

const atOnce = 100;
/** Minutes until the next attempt; after the last of them it has failed. */
const waits = [1, 5, 30, 120, 480];
/** Minutes after which one in hand is nobody's any more. */
const patience = 10;

interface Taken {
  id: number;
  tries: number;
  address: string;
  language: Locale;
  kind: MailedKind;
  /** Not activated until now. */
  idle: boolean;
  number: string;
  typeName: string;
  validTo: string;
  corpName: string;
}

export const mailCardHolders = jobKind({
  kind: mailKind,
  title: m.jobs_kind_mail_holders,
  payload: z.object({}),
  schedule: { cron: "50 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_mailed_holders({ n: rows }),
  async run(run) {
    const sender = mailSender();
    if (!sender) return { rows: 0 };
    let rows = 0;
    for (let n = 0; n < atOnce; n += 1) {
      run.signal.throwIfAborted();
      const taken = await take(run);
      if (!taken) break;
      const problem = await sender.send(letterOf(run, taken)).then(
        () => null,
        (error: unknown) => error as Error,
      );
      await note(run, taken, problem);
      if (!problem) rows += 1;
    }
    return { rows };
  },
});

const moment = (run: JobRun, minutes = 0) =>
  sql`${new Date(run.now().getTime() + minutes * 60_000).toISOString()}::timestamptz`;

/** The next one that is due; of two workers one has it. */
function take(run: JobRun): Promise<Taken | undefined> {
  return run.write((tx) =>
    firstOf<Taken>(
      tx,
      sql`
        with taken as (
          update card_mail
          set state = 'sending', tries = tries + 1, next_at = ${moment(run, patience)}
          where corp_code = current_setting('app.corp_code') and id = (
            select id from card_mail
            where corp_code = current_setting('app.corp_code') and state in ('waiting', 'sending')
              and next_at <= ${moment(run)}
            order by next_at, id
            limit 1
            for update skip locked
          )
          returning corp_code, id, tries, address, language, kind, number, card_id, card_type_id, valid_to
        )
        select m.id::float8 as id, m.tries, m.address, m.language, m.kind, m.number, t.name as "typeName",
               m.kind = 'season' and coalesce((
                 select c.status = 'sold' from season_card c where c.corp_code = m.corp_code and c.id = m.card_id
               ), false) as idle,
               m.valid_to::text as "validTo", ${ownName} as "corpName"
        from taken m
        join card_type t on t.corp_code = m.corp_code and t.id = m.card_type_id
      `,
    ),
  );
}

/** The number is cut: a letter may be read by others. */
function letterOf(
  run: JobRun,
  { id, address, language, kind, idle, number, typeName, validTo, corpName }: Taken,
): Mail {
  const options = { locale: language };
  const facts = { corp: corpName, type: typeName, number: `…${number.slice(-4)}`, day: validTo };
  const words = kind === "stored" ? m.stored_mail_text : idle ? m.card_mail_idle_text : m.card_mail_text;
  const subject = idle ? m.card_mail_idle_subject : m.card_mail_subject;
  return {
    ...{ to: address, subject: subject(facts, options), text: words(facts, options) },
    ...{ messageId: `card-${run.corpCode}-${id}`, attachments: [] },
  };
}

function note(run: JobRun, { id, tries }: Taken, problem: Error | null): Promise<void> {
  const wait = waits[tries - 1];
  const failed = problem !== null && (problem instanceof MailRefused || wait === undefined);
  const state = problem === null ? "sent" : failed ? "failed" : "waiting";
  return run.write(async (tx) => {
    const noted = await firstOf(
      tx,
      sql`
        update card_mail
        set state = ${state}, problem = ${problem?.message.slice(0, 200) ?? null},
            sent_at = ${problem === null ? moment(run) : sql`null`}, next_at = ${moment(run, wait ?? 0)}
        where corp_code = current_setting('app.corp_code') and id = ${id} and state = 'sending' and tries = ${tries}
        returning id
      `,
    );
    if (noted && state === "waiting" && wait !== undefined)
      await enqueue(tx, { kind: mailKind, delay: wait * 60_000, unlessWaiting: true });
  });
}
