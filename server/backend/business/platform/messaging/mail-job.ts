/**
 * Mails messages. A letter is taken before the mail server is asked and noted afterwards; one that a killed worker had in hand is
 * sent again under the same message id, since nobody knows whether it went.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Locale, m } from "~/contract/messages";
import { codeMinutes } from "~/contract/messaging/mailbox";
import type { Transaction } from "../../../db/database";
import { type ExportedFile, exportedFile } from "../../../exports/exported-file";
import { type JobRun, jobKind } from "../../../jobs/kind";
import { enqueue } from "../../../kernel/enqueue";
import { consoleOrigin, type Mail, MailRefused, mailSender, maskedAddress } from "../../../kernel/mail";
import { notify, seenByScope } from "../../../kernel/notify";
import { firstOf, rowsOf } from "../../../kernel/rows";
import { scopeOf } from "../../../kernel/scope";
import { readSecret } from "../../../kernel/secret-columns";
import { announcedIn } from "./announced";
import { mostAttached } from "./file-letters";
import { gather, standing } from "./gather";
import { codeLetter, fileLetter, lettersOf, type Told } from "./letter";
import { mailKind } from "./mail-kind";
import { messageMailbox } from "./schema";

const own = sql`current_setting('app.corp_code')`;
const atOnce = 100;
/** Minutes until the next attempt; after the last of them it has failed. */
const waits = [1, 5, 30, 120, 480];
/** Minutes after which one in hand is nobody's any more. */
const patience = 10;

interface Taken {
  id: number;
  accountId: number;
  purpose: "message" | "digest" | "code" | "export";
  day: string | null;
  address: string;
  tries: number;
  corpName: string;
  locale: Locale;
  mailboxId: number;
  /** Null: not now, or never more. */
  code: string | null;
  /** It is their address still, and they may get mail. */
  good: boolean;
  told: Told[];
  jobId: number | null;
  /** Of an export. */
  file: ExportedFile | null;
}

export const mailMessages = jobKind({
  kind: mailKind,
  title: m.jobs_kind_mail_messages,
  payload: z.object({}),
  schedule: { cron: "4 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_mailed_messages({ n: rows }),
  async run(run) {
    const sender = mailSender();
    if (!sender || consoleOrigin() === "") return { rows: 0 };
    await gather(run);
    let rows = 0;
    for (let n = 0; n < atOnce; n += 1) {
      run.signal.throwIfAborted();
      const taken = await take(run);
      if (!taken) break;
      if (!taken.good) {
        await drop(run, taken);
        continue;
      }
      const problem = await Promise.resolve()
        .then(() => sender.send(letterOf(run, taken)))
        .then(
          () => null,
          (error: unknown) => error as Error,
        );
      await note(run, taken, problem);
      if (!problem) rows += 1;
      await run.progress(rows);
    }
    await lookAgain(run);
    return { rows };
  },
});

const moment = (run: JobRun, minutes = 0) =>
  sql`${new Date(run.now().getTime() + minutes * 60_000).toISOString()}::timestamptz`;

/** The next one that is due; of two workers one has it. What it tells is read now: a message that is gone is told to nobody. */
function take(run: JobRun): Promise<Taken | undefined> {
  return run.write(async (tx) => {
    const found = await firstOf<Omit<Taken, "told" | "file">>(
      tx,
      sql`
        with taken as (
          update message_mail
          set state = 'sending', tries = tries + 1, next_at = ${moment(run, patience)}
          where corp_code = ${own} and id = (
            select id from message_mail
            where corp_code = ${own} and state in ('waiting', 'sending') and next_at <= ${moment(run)}
            order by next_at, id
            limit 1
            for update skip locked
          )
          returning corp_code, id, account_id, purpose, day, job_id, address, tries
        )
        select t.id::float8 as id, t.account_id::float8 as "accountId", t.purpose, t.day::text as day, t.job_id::float8 as "jobId", t.address, t.tries,
               c.name as "corpName", b.locale, b.id::float8 as "mailboxId", b.code,
               ${standing} and case
                 when t.purpose = 'code' then b.asked_address = t.address and b.code_until > ${moment(run)}
                 else b.address = t.address
               end as good
        from taken t
        join account a on a.corp_code = t.corp_code and a.id = t.account_id
        join message_mailbox b on b.corp_code = t.corp_code and b.account_id = t.account_id
        cross join own_corp c
      `,
    );
    if (!found) return undefined;
    if (found.purpose === "code") return { ...found, told: [], file: null };
    if (found.jobId !== null) {
      const whose = { jobId: found.jobId, accountId: found.accountId };
      const file = found.good ? await exportedFile(tx, whose, mostAttached) : null;
      return { ...found, good: file !== null, told: [], file };
    }
    const told = [...(await announcedIn(tx, found.id, moment(run))), ...(await toldIn(tx, found))];
    return { ...found, good: found.good && told.length > 0, told, file: null };
  });
}

function toldIn(tx: Transaction, { id, locale }: Pick<Taken, "id" | "locale">): Promise<Told[]> {
  const [title, body] = locale === "en" ? [sql`t.title_en`, sql`t.body_en`] : [sql`t.title`, sql`t.body`];
  return rowsOf<Told>(
    tx,
    sql`
      select ${title} as title, ${body} as body, t.link, t.at
      from message_mail_item i
      join message t on t.corp_code = i.corp_code and t.id = i.message_id
      join account a on a.corp_code = i.corp_code and a.id = i.account_id
      cross join ${sql.raw(scopeOf)}
      where i.corp_code = ${own} and i.mail_id = ${id} and ${sql.raw(seenByScope)}
      order by i.message_id
    `,
  );
}

function letterOf(run: JobRun, taken: Taken): Mail {
  const { file, jobId } = taken;
  if (file && jobId !== null) return fileLetter(run.secrets, run.corpCode, taken, { ...file, jobId });
  if (taken.purpose !== "code") return lettersOf(run.secrets, run.corpCode, taken, taken.told);
  const sealing = { secrets: run.secrets, caller: { corpCode: run.corpCode } };
  const code = readSecret(sealing, messageMailbox.code, taken.code ?? "");
  return codeLetter(run.corpCode, taken, code, codeMinutes);
}

async function drop(run: JobRun, { id, tries }: Taken): Promise<void> {
  await run.write((tx) =>
    tx.execute(sql`
      update message_mail set state = 'dropped'
      where corp_code = ${own} and id = ${id} and state = 'sending' and tries = ${tries}
    `),
  );
}

function note(run: JobRun, taken: Taken, problem: Error | null): Promise<void> {
  const wait = waits[taken.tries - 1];
  const refused = problem instanceof MailRefused;
  const failed = problem !== null && (refused || wait === undefined);
  const state = problem === null ? "sent" : failed ? "failed" : "waiting";
  return run.write(async (tx) => {
    const noted = await firstOf(
      tx,
      sql`
        update message_mail
        set state = ${state}, problem = ${problem?.message.slice(0, 200) ?? null},
            sent_at = ${problem === null ? moment(run) : sql`null`}, next_at = ${moment(run, wait ?? 0)}
        where corp_code = ${own} and id = ${taken.id} and state = 'sending' and tries = ${taken.tries}
        returning id
      `,
    );
    if (noted && refused && taken.purpose !== "code") await noSuchAddress(run, tx, taken);
  });
}

/** Its server takes nothing for it: nothing goes there until it answers again. The console says so, where the messages are. */
async function noSuchAddress(run: JobRun, tx: Transaction, { accountId, address }: Taken): Promise<void> {
  const forgotten = await firstOf(
    tx,
    sql`
      update message_mailbox set address = null
      where corp_code = ${own} and account_id = ${accountId} and address = ${address}
      returning id
    `,
  );
  if (!forgotten) return;
  await tx.execute(sql`
    delete from message_mail_item where corp_code = ${own} and account_id = ${accountId} and mail_id is null
  `);
  await notify(tx, run.now(), {
    to: { accounts: [accountId] },
    kind: "notice",
    title: (options) => m.messaging_refused({ address: maskedAddress(address) }, options),
    body: (options) => m.messaging_refused_text({}, options),
    link: "/message/mail",
  });
}

/** When the next letter is due, also one that a worker had in hand that is gone. */
async function lookAgain(run: JobRun): Promise<void> {
  await run.write(async (tx) => {
    const next = await firstOf<{ seconds: number | null }>(
      tx,
      sql`
        select extract(epoch from min(next_at) - ${moment(run)})::float8 as seconds
        from message_mail
        where corp_code = ${own} and state in ('waiting', 'sending')
      `,
    );
    if (typeof next?.seconds !== "number") return;
    await enqueue(tx, { kind: mailKind, delay: Math.max(0, next.seconds) * 1000 + 500, unlessWaiting: true });
  });
}
