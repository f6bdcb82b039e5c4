/**
 * Mails invoices that wait for it. A mail is taken before the mail server is asked and noted afterwards; one that a killed
 * worker had in hand is sent again under the same message id, since nobody knows whether it went.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { pathsOf } from "~/contract/files";
import { type Locale, m } from "~/contract/messages";
import { type JobRun, jobKind } from "../../jobs/kind";
import { enqueue } from "../../kernel/enqueue";
import { type Mail, MailRefused, mailSender } from "../../kernel/mail";
import { yuan } from "../../kernel/money";
import { notify } from "../../kernel/notify";
import { firstOf, rowsOf } from "../../kernel/rows";
import { mailKind } from "./mail-kind";

const atOnce = 50;
/** Minutes until the next attempt; after the last of them it has failed. */
const waits = [1, 5, 30, 120, 480];
/** Minutes after which one in hand is nobody's any more. */
const patience = 10;

interface Taken {
  id: number;
  tries: number;
  address: string;
  invoiceId: number;
  serial: string;
  number: string;
  issuedOn: string;
  title: string;
  seller: string;
  gross: number;
  abroad: boolean;
  files: string;
  parks: number[];
}

export const mailInvoices = jobKind({
  kind: mailKind,
  title: m.jobs_kind_mail_invoices,
  payload: z.object({}),
  schedule: { cron: "*/5 * * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_mailed_invoices({ n: rows }),
  async run(run) {
    const sender = mailSender();
    if (!sender) return { rows: 0 };
    let rows = 0;
    for (let n = 0; n < atOnce; n += 1) {
      run.signal.throwIfAborted();
      const taken = await take(run);
      if (!taken) break;
      const problem = await letterOf(run, taken)
        .then((mail) => sender.send(mail))
        .then(
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
          update invoice_mail
          set state = 'sending', tries = tries + 1, next_at = ${moment(run, patience)}
          where corp_code = current_setting('app.corp_code') and id = (
            select id from invoice_mail
            where corp_code = current_setting('app.corp_code') and state in ('waiting', 'sending')
              and next_at <= ${moment(run)}
            order by next_at, id
            limit 1
            for update skip locked
          )
          returning corp_code, id, tries, address, invoice_id
        )
        select t.id::float8 as id, t.tries, t.address, i.id::float8 as "invoiceId", i.serial, coalesce(i.number, '') as number,
               i.issued_on::text as "issuedOn", i.title, i.seller_title as seller, i.gross::float8 as gross,
               i.buyer_kind = 'abroad' as abroad, coalesce(i.files, '') as files, to_json(i.parks) as parks
        from taken t
        join invoice i on i.corp_code = t.corp_code and i.id = t.invoice_id
      `,
    ),
  );
}

async function letterOf(run: JobRun, taken: Taken): Promise<Mail> {
  const { id, number, issuedOn, title, seller, gross, abroad, files } = taken;
  const options: { locale: Locale } = { locale: abroad ? "en" : "zh-CN" };
  const facts = { number, day: issuedOn, title, seller, amount: yuan(gross) };
  return {
    to: taken.address,
    subject: m.invoice_mail_subject({ seller, number }, options),
    text: m.invoice_mail_text(facts, options),
    messageId: `invoice-${run.corpCode}-${id}`,
    attachments: await attached(run, pathsOf(files)),
  };
}

/** As they are kept. */
async function attached(run: JobRun, paths: string[]): Promise<Mail["attachments"]> {
  const { store } = run;
  if (!store) throw new Error("this worker has no store of files");
  const named = await run.read((tx) =>
    rowsOf<{ path: string; name: string; contentType: string }>(
      tx,
      sql`
        select path, name, content_type as "contentType" from stored_file
        where corp_code = current_setting('app.corp_code') and state <> 'gone'
          and path in (select value from jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))
      `,
    ),
  );
  const byPath = new Map(named.map((file) => [file.path, file]));
  const all: Mail["attachments"][number][] = [];
  for (const path of paths) {
    const file = byPath.get(path);
    const stream = file && (await store.get(path.slice(1)));
    if (!file || !stream) throw new Error(m.invoice_mail_file_gone({ name: file?.name ?? "" }));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    all.push({ name: file.name, contentType: file.contentType, bytes });
  }
  return all;
}

/** What came of it. What failed for good is told to those who see invoices, once an invoice. */
function note(run: JobRun, taken: Taken, problem: Error | null): Promise<void> {
  const wait = waits[taken.tries - 1];
  const failed = problem !== null && (problem instanceof MailRefused || wait === undefined);
  const state = problem === null ? "sent" : failed ? "failed" : "waiting";
  return run.write(async (tx) => {
    const noted = await firstOf(
      tx,
      sql`
        update invoice_mail
        set state = ${state}, problem = ${problem?.message.slice(0, 200) ?? null},
            sent_at = ${problem === null ? moment(run) : sql`null`},
            next_at = ${moment(run, wait ?? 0)}
        where corp_code = current_setting('app.corp_code') and id = ${taken.id} and state = 'sending'
          and tries = ${taken.tries}
        returning id
      `,
    );
    if (!noted) return;
    if (state === "waiting" && wait !== undefined)
      await enqueue(tx, { kind: mailKind, delay: wait * 60_000, unlessWaiting: true });
    if (!failed) return;
    const { serial, number, invoiceId, parks } = taken;
    await notify(tx, run.now(), {
      to: { fun: "invoiceList" },
      kind: "notice",
      title: (options) => m.invoice_mail_failed({ number: number || serial }, options),
      body: (options) => m.invoice_mail_failed_text({ problem: problem?.message.slice(0, 200) ?? "" }, options),
      link: `/invoice/list/${invoiceId}`,
      matter: `invoice-mail-${invoiceId}`,
      about: { parks, maker: null },
    });
  });
}
