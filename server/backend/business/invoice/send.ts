/**
 * Takes invoices and red letters to the platform. One is noted as sent before it is asked for; whoever finds one that is sent
 * asks by its serial first, and sends it again only where the platform has never had it. So a process that is killed in
 * between, or an answer that never came, makes no second invoice.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { pathsOf } from "~/contract/files";
import { invoice } from "~/contract/invoice/invoice";
import { invoiceRed } from "~/contract/invoice/red";
import { m } from "~/contract/messages";
import { keepReceived } from "../../files/keep-received";
import { holdFiles } from "../../files/use";
import { type JobRun, jobKind } from "../../jobs/kind";
import { enqueue } from "../../kernel/enqueue";
import { firstOf, rowsOf } from "../../kernel/rows";
import { readSecret } from "../../kernel/secret-columns";
import { quietly } from "../order/payment/gateway/quiet-call";
import type { Sellable } from "../order/sellable";
import { mailWhenReady } from "./mail";
import { holderOf } from "./numbers";
import { answerPatience, askPlatform, type Heard, type PlatformAccount } from "./platform";
import { applyRed } from "./reverse";
import { invoiceSeller } from "./schema";
import { sendKind } from "./send-kind";

const atOnce = 50;
/** Seconds after which one that is sent is asked for: whoever sent it has its answer by then, or none. */
const patience = 30;

interface Document {
  id: number;
  serial: string;
  /** It was sent before: asked for, and sent only where the platform does not know it. */
  again: boolean;
  body: Record<string, unknown>;
}

/** `ms`: for one answer of the platform; the tests wait for less. */
export const sendInvoices = (sellables: readonly Sellable[], ms = answerPatience) =>
  jobKind({
    kind: sendKind,
    title: m.jobs_kind_send_invoices,
    payload: z.object({}),
    schedule: { cron: "*/5 * * * *", of: "everyCorp" },
    outcome: ({ rows = 0 }) => m.jobs_sent_invoices({ n: rows }),
    async run(run) {
      const account = await accountOf(run);
      if (!account) return { rows: 0 };
      let rows = 0;
      let open = false;
      for (const kind of ["invoice", "red"] as const) {
        for (const id of await due(run, kind)) {
          run.signal.throwIfAborted();
          const document = await take(run, kind, id);
          if (!document) continue;
          const heard = await ask({ ...account, ms }, kind, document);
          const files = await keptFiles(run, heard);
          const issued = await note(run, sellables, kind, document, { heard, files });
          rows += issued ? 1 : 0;
          open ||= heard.state === "unknown";
        }
      }
      if (open)
        await run.write(async (tx) => {
          await enqueue(tx, { kind: sendKind, delay: (patience + 1) * 1000, unlessWaiting: true });
        });
      return { rows };
    },
  });

async function accountOf(run: JobRun): Promise<PlatformAccount | null> {
  const row = await run.read((tx) =>
    firstOf<{ url: string; key: string; secret: string }>(
      tx,
      sql`
        select platform_url as url, platform_key as key, platform_secret as secret from invoice_seller
        where corp_code = current_setting('app.corp_code') and platform_secret is not null
        order by status = 'T' and way = 'platform' desc, id desc
        limit 1
      `,
    ),
  );
  if (!row?.url || !row.key) return null;
  const sealing = { secrets: run.secrets, caller: { corpCode: run.corpCode } };
  const secret = readSecret(sealing, invoiceSeller.platformSecret, row.secret);
  return { url: row.url, key: row.key, secret, allowPrivate: run.webhooksToPrivate };
}

type Kind = "invoice" | "red";

const sinceOf = (run: JobRun) => sql`${new Date(run.now().getTime() - patience * 1000).toISOString()}::timestamptz`;
const waiting = (kind: Kind, run: JobRun) =>
  kind === "invoice"
    ? sql`i.way = 'platform' and (i.status = 'requested' or (i.status = 'sent' and i.sent_at <= ${sinceOf(run)}))`
    : sql`(d.status = 'confirmed' and d.failure is null or (d.status = 'sent' and d.sent_at <= ${sinceOf(run)}))`;

async function due(run: JobRun, kind: Kind): Promise<number[]> {
  const rows = await run.read((tx) =>
    rowsOf<{ id: number }>(
      tx,
      kind === "invoice"
        ? sql`
            select i.id::float8 as id from invoice i
            where i.corp_code = current_setting('app.corp_code') and ${waiting(kind, run)}
            order by i.id limit ${atOnce}
          `
        : sql`
            select d.id::float8 as id
            from invoice_red d
            join invoice i on i.corp_code = d.corp_code and i.id = d.invoice_id
            where d.corp_code = current_setting('app.corp_code') and i.way = 'platform' and ${waiting(kind, run)}
            order by d.id limit ${atOnce}
          `,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Notes that it is sent, and commits, before anybody is asked. Null where another worker has it. */
function take(run: JobRun, kind: Kind, id: number): Promise<Document | null> {
  const now = sql`${run.now().toISOString()}::timestamptz`;
  return run.write(async (tx) => {
    const table = kind === "invoice" ? sql`invoice i` : sql`invoice_red d`;
    const alias = kind === "invoice" ? sql`i` : sql`d`;
    const locked = await firstOf<{ status: string }>(
      tx,
      sql`
        select ${alias}.status from ${table}
        where ${alias}.corp_code = current_setting('app.corp_code') and ${alias}.id = ${id} and ${waiting(kind, run)}
        for update
      `,
    );
    if (!locked) return null;
    const name = kind === "invoice" ? sql`invoice` : sql`invoice_red`;
    await tx.execute(sql`
      update ${name}
      set status = 'sent', sent_at = ${now}, attempts = attempts + 1, row_version = row_version + 1, updated_at = now()
      where corp_code = current_setting('app.corp_code') and id = ${id}
    `);
    const written = await firstOf<{ serial: string; body: Record<string, unknown> }>(
      tx,
      kind === "invoice" ? bodyOfInvoice(id) : bodyOfRed(id),
    );
    return written ? { id, ...written, again: locked.status === "sent" } : null;
  });
}

const bodyOfInvoice = (id: number) => sql`
  select i.serial, jsonb_build_object(
    'kind', i.kind, 'seller', jsonb_build_object('title', i.seller_title, 'taxNumber', i.seller_number),
    'buyer', jsonb_build_object('kind', i.buyer_kind, 'title', i.title, 'taxNumber', i.tax_number,
      'address', i.address, 'bank', i.bank, 'mail', i.mail),
    'gross', i.gross, 'tax', i.tax, 'remark', i.remark,
    'lines', (
      select jsonb_agg(jsonb_build_object('name', n.name, 'taxCode', n.tax_code, 'treatment', n.treatment, 'rate', n.rate,
        'quantity', n.quantity, 'gross', n.gross, 'tax', n.tax, 'discount', n.discount) order by n.id)
      from invoice_line n where n.corp_code = i.corp_code and n.invoice_id = i.id
    )) as body
  from invoice i
  where i.corp_code = current_setting('app.corp_code') and i.id = ${id}
`;

const bodyOfRed = (id: number) => sql`
  select d.serial, jsonb_build_object(
    'invoice', i.number, 'invoiceSerial', i.serial, 'reason', case d.reason when 'rebate' then 'allowance' else d.reason end, 'gross', d.gross, 'tax', d.tax,
    'lines', (
      select jsonb_agg(jsonb_build_object('name', n.name, 'taxCode', n.tax_code, 'gross', l.gross, 'tax', l.tax) order by l.id)
      from invoice_red_line l
      join invoice_line n on n.corp_code = l.corp_code and n.id = l.line_id
      where l.corp_code = d.corp_code and l.red_id = d.id
    )) as body
  from invoice_red d
  join invoice i on i.corp_code = d.corp_code and i.id = d.invoice_id
  where d.corp_code = current_setting('app.corp_code') and d.id = ${id}
`;

async function ask(
  { ms, ...account }: PlatformAccount & { ms: number },
  kind: Kind,
  { serial, body, again }: Document,
): Promise<Heard> {
  if (again) {
    const known = await askPlatform(account, "query", { serial }, ms);
    if (known.state !== "none") return known;
  }
  const heard = await askPlatform(account, kind === "invoice" ? "invoices" : "reds", { serial, ...body }, ms);
  // It was asked to issue one: that it knows none is no answer.
  return heard.state === "none" ? { state: "unknown" } : heard;
}

/** Of an issued one, as the platform gave them. Without a store it is issued all the same, and staff attach them. */
async function keptFiles(run: JobRun, heard: Heard): Promise<string[]> {
  const { store, corpCode } = run;
  if (heard.state !== "issued" || heard.files.length === 0 || !store) return [];
  return keepReceived({ store, corpCode, now: run.now(), write: (work) => run.write(work) }, heard.files);
}

/** What was heard, with the row locked; true where it is issued. A number that another has is believed by nobody. */
function note(
  run: JobRun,
  sellables: readonly Sellable[],
  kind: Kind,
  { id }: Document,
  { heard, files }: { heard: Heard; files: string[] },
): Promise<boolean> {
  return run.write(async (tx) => {
    const name = kind === "invoice" ? sql`invoice` : sql`invoice_red`;
    const row = await firstOf<{ invoiceId: number; requestedBy: string; before: string; mail: string }>(
      tx,
      sql`
        select ${kind === "invoice" ? sql`id` : sql`invoice_id`}::float8 as "invoiceId", requested_by as "requestedBy",
               coalesce(files, '') as before, ${kind === "invoice" ? sql`coalesce(mail, '')` : sql`''`} as mail
        from ${name}
        where corp_code = current_setting('app.corp_code') and id = ${id} and status = 'sent'
        for update
      `,
    );
    if (!row) return false;
    const set = (change: ReturnType<typeof sql>) =>
      tx.execute(sql`
        update ${name} set ${change}, row_version = row_version + 1, updated_at = now()
        where corp_code = current_setting('app.corp_code') and id = ${id}
      `);
    if (heard.state === "failed") {
      const failure = m.invoice_f_refused({ why: heard.why }).slice(0, 200);
      await set(sql`status = ${kind === "invoice" ? "failed" : "confirmed"}, failure = ${failure}`);
      return false;
    }
    const number = heard.state === "issued" ? heard.number : "";
    const holder = number === "" ? "" : await holderOf({ db: tx }, number);
    if (heard.state !== "issued" || holder !== "") {
      const failure = holder === "" ? m.invoice_f_unknown() : m.invoice_f_number({ number });
      await set(sql`failure = ${failure}`);
      return false;
    }
    const all = [...pathsOf(row.before), ...files];
    const standing = { db: tx, corpCode: run.corpCode, secrets: run.secrets, now: run.now() };
    await quietly({ ...standing, seller: { id: 0, name: row.requestedBy } }, async (call) => {
      if (kind === "red") await applyRed(call, sellables, { id, invoiceId: row.invoiceId });
      await set(sql`
        status = 'issued', number = ${number}, issued_on = ${heard.issuedOn}::date, failure = null,
        files = ${all.join(",") || null}
      `);
      const holder = { thing: kind === "invoice" ? invoice.noun : invoiceRed.noun, thingId: id };
      if (files.length > 0) await holdFiles(call, holder, [{ field: "files", paths: all, accept: "file" }]);
      if (kind === "invoice") await mailWhenReady(call, { id, status: "issued", mail: row.mail, files: all.join(",") });
    });
    return true;
  });
}
