/** Issued invoices go to the buyer by mail, with their files as they are kept: against a mail server of the tests' own. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { uploadPaths } from "~/contract/files";
import { invoiceApply, invoiceApplyForm } from "~/contract/invoice/apply";
import { invoiceApplyName } from "~/contract/invoice/apply-page";
import { invoice, invoiceView } from "~/contract/invoice/invoice";
import { deviceKey, receiptCode } from "~server/backend/business/invoice/receipt-code";
import { createWorker } from "~server/backend/jobs/worker";
import { putMailSender, toSmtp } from "~server/backend/kernel/mail";
import { allKinds } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { inTenant } from "~tests/support/in-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { openMailServer } from "~tests/support/mail-server";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { solvePuzzle } from "~tests/support/puzzle";
import { meeting, race, raceIsReal } from "~tests/support/race";
import { fetched, send } from "../files/uploading";
import { freshNumber, invoicesOf, person, settings } from "./support";

let backend: TestBackend;
let park: TestPark;
let invoices: ReturnType<typeof invoicesOf>;
let post: Awaited<ReturnType<typeof openMailServer>>;
let now = friday;

const from = "青云山 <invoice@example.com>";
const pdf = Buffer.from("%PDF-1.7 the invoice as the platform gave it");
const xml = Buffer.from('<?xml version="1.0"?><EInvoice><Number>1</Number></EInvoice>');

beforeAll(async () => {
  post = await openMailServer();
  backend = await openTestBackend();
  park = await createPark(backend);
  await settings(backend);
  invoices = invoicesOf(backend);
});
beforeEach(() => {
  now = friday;
  backend.setNow(now);
  post.letters.length = 0;
  post.state.mood = "well";
  putMailSender(toSmtp(post.url, from));
});
afterEach(async () => {
  await backend.sql("update invoice_mail set state = 'failed' where state in ('waiting', 'sending')");
  await checkInvariants(backend);
});
afterAll(async () => {
  putMailSender(null);
  await post.close();
  await backend.close();
});

const worker = () =>
  createWorker({
    ...{ database: backend.database, kinds: allKinds, now: () => now, secrets: secretsOfTests, store: backend.store },
  });
/** As the worker does it, so many minutes later. */
async function work(minutes = 0) {
  now = new Date(now.getTime() + minutes * 60_000);
  await backend.sql("delete from job where kind = 'mailInvoices' and state = 'waiting'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'mailInvoices')");
  await worker().drain();
}
async function attach(id: number, fields: object = {}) {
  const paths: string[] = [];
  for (const [name, bytes] of [
    ["发票.pdf", pdf],
    ["发票.xml", xml],
  ] as const) {
    const reply = await send(backend, uploadPaths.temporary, [{ bytes, name }], { fields: { accept: "file" } });
    if (!reply.success) throw new Error(reply.message);
    paths.push(reply.data);
  }
  const { record } = (await backend.call(invoice.methods.get, { id })).data;
  const { mail, remark, rowVersion } = record as { mail: string; remark: string; rowVersion: number };
  const values = { id, rowVersion, mail, remark, files: paths.join(","), ...fields };
  const saved = await backend.call(invoice.methods.save, values as never);
  if (!saved.success) throw new Error(JSON.stringify(saved));
  return paths;
}
const issued = async (fields: object = {}) => (await invoices.issued([(await park.sell()).orderId], fields)).id;
const mail = (id: number, to: string | null, as = backend.admin) =>
  backend.call(invoice.methods.mail, { id, to } as never, { as });
const mailsOf = async (id: number) => (await backend.call(invoiceView, { id })).data.mails;

test("what was asked for by mail goes out once it is issued and has its files, once, with both files", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await work();
  expect(post.letters).toEqual([]);
  await attach(id);
  await work();
  await work(10);
  expect(post.letters.map(({ to, from: by }) => [to, by])).toEqual([[["buyer@example.org"], "invoice@example.com"]]);
  const [letter] = post.letters;
  const joined = (letter?.raw ?? "").replace(/\r\n/g, "");
  for (const bytes of [pdf, xml]) expect(joined).toContain(bytes.toString("base64"));
  expect(joined).toMatch(/application\/pdf.*application\/xml/);
  expect(await mailsOf(id)).toEqual([
    { to: "b***@example.org", state: "sent", by: "", at: "2026-11-20 10:00:00", problem: "" },
  ]);
  // A remark is no second mail.
  const { record } = (await backend.call(invoice.methods.get, { id })).data;
  const { rowVersion, files, mail: address } = record as { rowVersion: number; files: string; mail: string };
  await backend.call(invoice.methods.save, { id, rowVersion, files, mail: address, remark: "已归档" } as never);
  await work(10);
  expect(post.letters).toHaveLength(1);
});

test("files that were there before it was issued go with the issuing; to abroad it speaks English", async () => {
  const made = await invoices.requested([(await park.sell()).orderId], { mail: "a@example.net", buyerKind: "abroad" });
  await attach(made.id);
  await work();
  expect(post.letters).toEqual([]);
  const number = freshNumber();
  expect((await invoices.press("issue", made.id, { number, issuedOn: today })).message).toBe("");
  await work();
  expect(post.letters).toHaveLength(1);
  expect(post.letters[0]?.raw).toContain(`Invoice number: ${number}`);
});

test("it is sent again to whom staff say, else to the first address; not without files, a server or an address", async () => {
  const id = await issued({ mail: "" });
  expect((await mail(id, "x@example.org")).message).toMatch(/还没有上传发票文件/);
  await attach(id);
  expect((await mail(id, null)).errors).toEqual({ to: ["请填写收件邮箱，申请时没有登记"] });
  expect((await mail(id, "no address")).status).toBe(422);
  expect((await mail(id, "second@example.org")).data.notice).toBe("已加入发送队列");
  await work();
  expect(post.letters.map(({ to }) => to)).toEqual([["second@example.org"]]);
  expect((await mailsOf(id))[0]).toMatchObject({
    to: "s***@example.org",
    state: "sent",
    by: expect.stringMatching(/./),
  });
  putMailSender(null);
  expect((await mail(id, "third@example.org")).message).toMatch(/未设置邮件服务器/);
});

test("nobody's mailbox is filled: ten a day of one invoice", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  for (let n = 1; n < 10; n += 1) expect((await mail(id, null)).success).toBe(true);
  expect(Object.keys((await mail(id, null)).errors ?? {})).toEqual(["to"]);
  backend.setNow(new Date(friday.getTime() + 25 * 3_600_000));
  expect((await mail(id, null)).success).toBe(true);
});

test("a busy server is asked again later, an address that it does not know never; both are told", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  post.state.mood = "busy";
  await work();
  await work();
  expect(await mailsOf(id)).toMatchObject([{ state: "waiting", problem: expect.stringContaining("try again later") }]);
  expect(await backend.sql("select tries from invoice_mail where invoice_id = $1", [id])).toEqual([{ tries: 1 }]);
  post.state.mood = "well";
  await work(2);
  expect(await mailsOf(id)).toMatchObject([{ state: "sent", problem: "" }]);
  post.state.mood = "noSuchAddress";
  await mail(id, "gone@example.org");
  await work();
  await work(600);
  expect(await mailsOf(id)).toMatchObject([
    { state: "failed", problem: expect.stringContaining("no such mailbox") },
    {},
  ]);
  const told = await backend.sql("select title from message where matter = $1 limit 1", [`invoice-mail-${id}`]);
  expect(told).toEqual([{ title: expect.stringContaining("的邮件没有发出") }]);
  post.state.mood = "busy";
  await mail(id, "full@example.org");
  for (const minutes of [0, 2, 6, 31, 121, 481]) await work(minutes);
  expect((await mailsOf(id))[0]).toMatchObject({ state: "failed" });
});

test("a letter of which nobody heard, and one that a killed worker had in hand, go again as the same letter", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  post.state.mood = "cutOff";
  await work();
  post.state.mood = "well";
  await backend.sql(`create function killed() returns trigger language plpgsql as $$
    begin if new.state = 'sent' then raise exception 'killed'; end if; return new; end $$`);
  await backend.sql("create trigger killed before update on invoice_mail for each row execute function killed()");
  await work(2);
  await backend.sql("drop trigger killed on invoice_mail; drop function killed()");
  // Whoever had it in hand may have it still.
  await work(5);
  expect(post.letters).toHaveLength(2);
  await work(6);
  expect(post.letters).toHaveLength(3);
  expect(new Set(post.letters.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await mailsOf(id)).toMatchObject([{ state: "sent" }]);
});

test("two workers at once send one letter", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  await backend.sql("delete from job where kind = 'mailInvoices'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'mailInvoices'), ('0001', 'mailInvoices')");
  await Promise.all([worker().drain(), worker().drain()]);
  expect(post.letters).toHaveLength(1);
  expect(await mailsOf(id)).toMatchObject([{ state: "sent" }]);
});

test.runIf(raceIsReal)("control: two who read what waits without taking it have the same letter", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  const met = meeting(2);
  const all = await race(backend, 2, async () => {
    const [one] = await backend.sql("select id from invoice_mail where invoice_id = $1 and state = 'waiting'", [id]);
    await met();
    return one?.id;
  });
  expect(all[0]).toBeDefined();
  expect(all[0]).toBe(all[1]);
});

test("another tenant, another park and a role without the right mail nothing; what is refused writes nothing", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const far = await createPark(backend);
  const { token: bound } = await backend.createUser({
    grants: ["invoiceList", "invoiceList/invoice:issue"],
    parks: [far.parkId],
  });
  const { token: without } = await backend.createUser({ grants: ["invoiceList"] });
  const before = await digests(backend, { except: ["session"] });
  for (const [as, status] of [
    [tenant, 404],
    [bound, 404],
    [without, 403],
  ] as const)
    expect((await mail(id, "x@example.org", as)).status).toBe(status);
  expect(changed(before, await digests(backend, { except: ["session"] }))).toEqual([]);
});

test("a name and password never go over an open line, and no refusal tells the password", async () => {
  const id = await issued({ mail: "buyer@example.org" });
  await attach(id);
  putMailSender(toSmtp(post.url.replace("smtp://", "smtp://clerk:very%2Fsecret@"), from));
  await work();
  expect(post.letters).toEqual([]);
  const [kept] = await backend.sql<{ problem: string; state: string }>(
    "select problem, state from invoice_mail where invoice_id = $1",
    [id],
  );
  expect(kept?.state).toBe("waiting");
  expect(kept?.problem).not.toMatch(/secret/);
});

test("files of an invoice are for the device that asked for it, and for nobody else who holds the receipt", async () => {
  const [one, two] = [await park.sell(), await park.sell()];
  const code = await inTenant(
    backend,
    async (call) => receiptCode(call, one.orderId),
    { secrets: secretsOfTests },
    "0001",
  );
  const look = async (keys: string[]) =>
    (await backend.call(invoiceApplyForm, { corpCode: "0001", code, keys }, { as: "" })).data.invoices;
  const sessionId = randomUUID();
  await solvePuzzle(backend, sessionId, invoiceApplyName);
  const asked = { corpCode: "0001", code, ...person, clientAddress: "192.0.2.60" };
  const { data } = await backend.call(invoiceApply, asked as never, { as: "", sessionId });
  const [{ id = 0 } = {}] = await backend.sql<{ id: number }>("select id::int as id from invoice where serial = $1", [
    data.serial,
  ]);
  await attach(id);
  expect((await look([data.key])).map(({ own, files }) => [own, files])).toEqual([[true, []]]);
  await invoices.press("issue", id, { number: freshNumber(), issuedOn: today });
  const [seen] = await look(["another-key-of-a-device", data.key]);
  expect(seen?.files.map(({ name }) => name)).toEqual(["发票.pdf", "发票.xml"]);
  const answer = await fetched(backend, seen?.files[0]?.link ?? "", "");
  expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(pdf)]).toEqual([200, true]);
  const other = await inTenant(
    backend,
    async (call) => deviceKey(call, "FP20261120000000"),
    { secrets: secretsOfTests },
    "0001",
  );
  for (const keys of [[], [other], [data.serial], [data.key.slice(1)]])
    expect((await look(keys)).map(({ own, files }) => [own, files])).toEqual([[false, []]]);
  const staffs = await invoices.issued([two.orderId]);
  await attach(staffs.id);
  const codeOfTwo = await inTenant(
    backend,
    async (call) => receiptCode(call, two.orderId),
    { secrets: secretsOfTests },
    "0001",
  );
  const found = await backend.call(
    invoiceApplyForm,
    { corpCode: "0001", code: codeOfTwo, keys: [data.key] },
    { as: "" },
  );
  expect(found.data.invoices.map(({ own, files }) => [own, files])).toEqual([[false, []]]);
});
