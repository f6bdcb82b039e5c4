/** What a visitor asks for by the code on the receipt: the invoice of that order or top-up, behind the puzzle, a few a day. */
import { sql } from "drizzle-orm";
import { pathsOf } from "~/contract/files";
import { invoiceApply, invoiceApplyForm } from "~/contract/invoice/apply";
import { invoiceApplyName } from "~/contract/invoice/apply-page";
import type { InvoiceState } from "~/contract/invoice/invoice";
import { m } from "~/contract/messages";
import { fileNames } from "../../files/use";
import { asOwner } from "../../kernel/as-owner";
import { addDays, businessDay } from "../../kernel/business-time";
import { masked, maskIdentity } from "../../kernel/mask";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, NotFound, Refusal, StepNeeded } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { takePass } from "../platform/captcha";
import { printable } from "../platform/printable";
import { sessionHash } from "../platform/session-hash";
import { readTopUps } from "../stored/top-ups";
import { type Left, leftOfOrders } from "./left";
import { type Party, partiesOf } from "./parties";
import { deviceKey, isOfDevice, ofCode } from "./receipt-code";
import { makeInvoice } from "./request";
import { invoiceVisit } from "./schema";
import { makeTopUpInvoice, withLeft } from "./top-ups";

/** Within a day. */
const most = { ofAddress: 10, ofCorp: 2_000 };

const unknown = { known: false, of: "order" as const, orderNo: "", left: 0, whyNot: "", invoices: [] };

interface Seen {
  serial: string;
  state: InvoiceState;
  number: string;
  gross: number;
  buyerKind: string;
  title: string;
  taxNumber: string;
  mail: string;
  address: string;
  bank: string;
  /** "" before it is issued. */
  files: string;
}

/** What a code asks for: one order, or one top-up. */
interface Subject {
  id: number;
  kind: "order" | "topUp";
  /** Its number on the receipt. */
  number: string;
  left: number;
  whyNot: () => Promise<string>;
  /** Its invoices are made out to a contracting party: nothing of them is told. */
  ofParty: boolean;
}

const form = serve(invoiceApplyForm, async (call, { code, keys }) => {
  const subject = await subjectOf(call, code);
  if (!subject) return unknown;
  const { kind, number, left, whyNot, ofParty } = subject;
  const found = ofParty ? [] : await madeOf(call, subject);
  const told = found.map((one) => tell(one, isOfDevice(call, one.serial, keys)));
  const names = await fileNames(
    call.db,
    told.flatMap(({ files }) => pathsOf(files)),
  );
  const invoices = told.map(({ files, ...invoice }) => ({
    ...invoice,
    files: pathsOf(files).map((path) => ({ name: names.get(path) ?? path, link: call.linkTo?.(path) ?? path })),
  }));
  return { known: true, of: kind, orderNo: number, left, whyNot: await whyNot(), invoices };
});

function madeOf({ db }: Call, { id, kind }: Subject): Promise<Seen[]> {
  const own = kind === "order" ? sql`w.order_id` : sql`w.top_up_id`;
  return rowsOf<Seen>(
    db,
    sql`
      select distinct i.serial, i.status as state, coalesce(i.number, '') as number, i.gross::float8 as gross,
             i.buyer_kind as "buyerKind", i.title, coalesce(i.tax_number, '') as "taxNumber", coalesce(i.mail, '') as mail,
             coalesce(i.address, '') as address, coalesce(i.bank, '') as bank,
             case when i.number is not null then coalesce(i.files, '') else '' end as files
      from invoice_way w
      join invoice i on i.corp_code = w.corp_code and i.id = w.invoice_id
      where ${own} = ${id} and i.status <> 'cancelled'
      order by i.serial
      limit 20
    `,
  );
}

/** Whoever found or photographed a receipt learns whom its invoice is for, and nothing of a person or a bank; nor its files. */
function tell({ buyerKind, ...seen }: Seen, own: boolean) {
  if (own) return { ...seen, own };
  const { title, taxNumber, mail, address, bank } = seen;
  return {
    ...{ ...seen, own, files: "" },
    title: buyerKind === "company" ? title : String(masked("text", title)),
    taxNumber: maskIdentity(taxNumber),
    mail: String(masked("email", mail)),
    address: address && m.invoice_apply_filled(),
    bank: bank && m.invoice_apply_filled(),
  };
}

const apply = serve(invoiceApply, async (call, { code, clientAddress, corpCode: _, ...buyer }) => {
  const subject = await subjectOf(call, code);
  if (!subject) throw new NotFound();
  const whyNot = await subject.whyNot();
  if (whyNot !== "") throw new Refusal(whyNot);
  const ip = printable(clientAddress);
  await refuseTooMany(call, ip);
  // Its input is looked at first: a mistyped number costs no puzzle.
  const asked = { ...buyer, remark: "", source: "visitor" as const, by: "" };
  const made =
    subject.kind === "order"
      ? await makeInvoice(call, { ...asked, orderIds: [subject.id] })
      : await makeTopUpInvoice(call, { ...asked, topUpIds: [subject.id] });
  await takePuzzle(call);
  await call.db
    .insert(invoiceVisit)
    .values({ invoiceId: made.id, at: call.now, ip } as typeof invoiceVisit.$inferInsert);
  return { serial: made.serial, gross: made.gross, key: deviceKey(call, made.serial) };
});

/** A corp that is closed, or not there, answers as a code that nobody made. */
async function subjectOf(call: Call, code: string): Promise<Subject | null> {
  const found = ofCode(call, code);
  if (!found) return null;
  const { corpCode } = call.caller;
  const open = await asOwner(call, () =>
    firstOf(call.db, sql`select 1 as one from corp_zone where corp_code = ${corpCode} and status = 'T'`),
  );
  if (!open) return null;
  return found.kind === "order" ? orderOf(call, found.id) : topUpOf(call, found.id);
}

async function orderOf(call: Call, id: number): Promise<Subject | null> {
  const [left] = await leftOfOrders(call, [id]);
  if (!left) return null;
  const { orderNo } = left.order;
  const party = (await partiesOf(call, [id])).get(id);
  const whyNot = async () => (party ? whomToAsk(party) : whyNotOf(call, left));
  return { id, kind: "order", number: orderNo, left: left.total, whyNot, ofParty: party !== undefined };
}

async function topUpOf(call: Call, id: number): Promise<Subject | null> {
  const [one] = await withLeft(call, await readTopUps(call, [id]));
  if (!one) return null;
  const { slipNo, at, left } = one;
  const whyNot = async () => {
    if (await isLate(call, businessDay(new Date(at)))) return m.invoice_apply_late();
    return left > 0 ? "" : m.invoice_top_up_nothing({ slipNo });
  };
  return { id, kind: "topUp", number: slipNo, left, whyNot, ofParty: false };
}

/** A channel by the name that its customers know, where that was entered. */
const whomToAsk = ({ by, name, title }: Party): string =>
  by === "agency" ? m.invoice_apply_agency({ name }) : m.invoice_apply_channel({ name: title || name });

async function whyNotOf(call: Call, { order, total }: Left): Promise<string> {
  if (await isLate(call, order.visitDay)) return m.invoice_apply_late();
  return total > 0 ? "" : m.invoice_nothing_left({ orderNo: order.orderNo });
}

async function isLate({ db, now }: Call, day: string): Promise<boolean> {
  const days = Number(await parameterOf(db, "invoiceVisitorDays"));
  return days === 0 || addDays(day, days) < businessDay(now);
}

async function refuseTooMany({ db, now }: Call, ip: string): Promise<void> {
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  const counted = await firstOf<{ address: number; corp: number }>(
    db,
    sql`
      select (select count(*)::int from invoice_visit where ip = ${ip} and ip <> '' and at > ${since}::timestamptz) as address,
             (select count(*)::int from invoice_visit where at > ${since}::timestamptz) as corp
    `,
  );
  if (counted && (counted.address >= most.ofAddress || counted.corp >= most.ofCorp))
    throw new Refusal(m.invoice_apply_too_many());
}

async function takePuzzle(call: Call): Promise<void> {
  const { sessionId } = call;
  if (!sessionId) throw new Invalid({ "session-id": [m.v_required()] });
  const tried = { sessionHash: sessionHash(sessionId), accName: invoiceApplyName };
  if (!(await asOwner(call, () => takePass(call, tried)))) throw new StepNeeded(m.auth_captcha_first());
}

export const applyServed: Served[] = [form, apply];
