/**
 * Issued invoices go to the buyer by mail with their files as the platform gave them: once by themselves, as soon as there are
 * both, and again whenever staff ask for it.
 */
import { sql } from "drizzle-orm";
import { pathsOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { stamp } from "../../kernel/business-time";
import { enqueueFor } from "../../kernel/enqueue";
import { mailSender, maskedAddress } from "../../kernel/mail";
import { Invalid } from "../../kernel/refusal";
import type { Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { mailKind } from "./mail-kind";

/** Within a day, to whatever address: nobody's mailbox is filled by a button. */
const mostOfInvoice = 10;

interface Mailed {
  id: number;
  mail: string | null;
  files: string | null;
}

/** Why there is nothing to mail, or nobody who does. */
export const mayMail = (_call: Call, rows: readonly Mailed[]): (string | null)[] =>
  rows.map(({ files }) =>
    mailSender() === null ? m.invoice_mail_no_server() : pathsOf(files).length === 0 ? m.invoice_mail_no_files() : null,
  );

export async function askForMail(call: Call, { id, mail }: Mailed, to: string | null) {
  const address = (to ?? "").trim() || (mail ?? "");
  if (address === "") throw new Invalid({ to: [m.invoice_mail_whereto()] });
  const since = new Date(call.now.getTime() - 24 * 3_600_000).toISOString();
  const counted = await firstOf<{ n: number }>(
    call.db,
    sql`
      select count(*)::int as n from invoice_mail
      where corp_code = current_setting('app.corp_code') and invoice_id = ${id} and asked_at > ${since}::timestamptz
    `,
  );
  if ((counted?.n ?? 0) >= mostOfInvoice) throw new Invalid({ to: [m.invoice_mail_too_many({ n: mostOfInvoice })] });
  await putIn(call, id, address, call.caller.name);
  return { notice: m.invoice_mail_asked() };
}

/** By itself once: where the buyer wants it by mail, it is issued, and its files are there. */
export async function mailWhenReady(call: Call, row: Values): Promise<void> {
  const { id, status, mail, files } = row as unknown as Mailed & { status: string };
  if (status !== "issued" || !mail || pathsOf(files).length === 0 || mailSender() === null) return;
  const before = await firstOf(
    call.db,
    sql`
      select id from invoice_mail
      where corp_code = current_setting('app.corp_code') and invoice_id = ${id} limit 1
    `,
  );
  if (!before) await putIn(call, id, mail, "");
}

async function putIn(call: Call, invoiceId: number, address: string, by: string): Promise<void> {
  const now = sql`${call.now.toISOString()}::timestamptz`;
  await call.db.execute(sql`
    insert into invoice_mail (invoice_id, address, state, asked_at, asked_by, next_at)
    values (${invoiceId}, ${address}, 'waiting', ${now}, ${by}, ${now})
  `);
  await enqueueFor(call, { kind: mailKind, unlessWaiting: true });
}

interface Sent {
  address: string;
  state: "waiting" | "sent" | "failed";
  by: string;
  at: string;
  problem: string;
}

/** The latest first; of addresses what tells them apart. */
export async function mailsOf({ db }: Pick<Call, "db">, invoiceId: number) {
  const rows = await rowsOf<Sent>(
    db,
    sql`
      select address, case state when 'sending' then 'waiting' else state end as state, asked_by as by,
             coalesce(sent_at, asked_at) as at, coalesce(problem, '') as problem
      from invoice_mail
      where corp_code = current_setting('app.corp_code') and invoice_id = ${invoiceId}
      order by id desc
      limit 20
    `,
  );
  return rows.map(({ address, at, ...row }) => ({ ...row, to: maskedAddress(address), at: stamp(at) }));
}
