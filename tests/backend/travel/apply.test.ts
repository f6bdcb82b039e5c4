/** Agencies that apply without an account: behind the puzzle, limited, and told nothing of who is known. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ticketUploadPath } from "~/contract/files";
import { agency } from "~/contract/travel/agency";
import { agencyApply, agencyApplyFiles, agencyApplyForm } from "~/contract/travel/apply";
import { applyName } from "~/contract/travel/apply-page";
import { agencyReview } from "~/contract/travel/review";
import { tokenHeader } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { fresh } from "~tests/support/park";
import { solvePuzzle } from "~tests/support/puzzle";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const application = (fields: Record<string, unknown> = {}) => {
  const code = fresh("W");
  return {
    name: `云海旅行社 ${code}`,
    type: "groups",
    licence: `L-${code}`,
    contact: "周敏",
    mobile: "13800138004",
    ...fields,
  };
};

let addresses = 0;
async function apply(fields: Record<string, unknown> = {}, { solved = true, sessionId = randomUUID() as string } = {}) {
  addresses += 1;
  const clientAddress = `192.0.2.${addresses}`;
  if (solved) await solvePuzzle(backend, sessionId, applyName);
  return backend.call(agencyApply, { ...application(), clientAddress, ...fields } as never, { as: "", sessionId });
}

const rows = (sql: string, values: unknown[]) => backend.sql<Record<string, unknown>>(sql, values);

test("an application is an agency that is applied, with its review", async () => {
  const given = application({ licenceUntil: "2030-05-31", email: "yunhai@example.com" });
  const sent = await apply(given);
  expect([sent.status, sent.data?.number]).toEqual([200, expect.stringMatching(/^WA[2-9A-Z]{8}$/)]);
  const [made] = await rows(
    "select id, code, status, settlement, licence_until::text as until from travel_agency where name = $1",
    [given.name],
  );
  expect(made).toMatchObject({ code: sent.data.number, status: "applied", settlement: "prepaid", until: "2030-05-31" });
  const [review] = await rows("select id, source, status, submitted_by from travel_review where agency_id = $1", [
    made?.id,
  ]);
  expect(review).toMatchObject({ source: "web", status: "submitted", submitted_by: "周敏" });
  expect((await backend.call(agencyReview.methods.approve, { id: Number(review?.id) } as never)).success).toBe(true);
  const [after] = await rows("select status from travel_agency where id = $1", [made?.id]);
  expect(after?.status).toBe("approved");
});

test("without a solved puzzle nothing is written, and one is good once", async () => {
  const before = await digests(backend);
  const without = await apply({}, { solved: false });
  expect(without.status).toBe(428);
  expect(changed(before, await digests(backend))).toEqual([]);
  const sessionId = randomUUID();
  expect((await apply({}, { sessionId })).status).toBe(200);
  expect((await apply({}, { sessionId, solved: false })).status).toBe(428);
});

test("a licence or name that is known is answered as any other, and makes no second agency", async () => {
  const given = application();
  const first = await apply(given);
  for (const again of [given, application({ licence: given.licence }), application({ name: given.name })]) {
    const answer = await apply(again);
    expect([answer.status, Object.keys(answer.data ?? {}), answer.message]).toEqual([200, ["number"], first.message]);
    const [kept] = await rows("select agency_id from travel_application where number = $1", [answer.data?.number]);
    expect(kept?.agency_id).toBe(null);
  }
  const [count] = await rows("select count(*)::int as n from travel_agency where licence = $1", [given.licence]);
  expect(count?.n).toBe(1);
});

test("two of one licence at once make one agency", async () => {
  const given = application();
  const both = await Promise.all([apply(given), apply(given)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [count] = await rows("select count(*)::int as n from travel_agency where licence = $1", [given.licence]);
  expect(count?.n).toBe(1);
});

test("one address applies five times a day, and input that is wrong costs no puzzle", async () => {
  const clientAddress = "198.51.100.7";
  const sessionId = randomUUID();
  const wrong = await apply({ clientAddress, type: "nosuch" }, { sessionId });
  expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["type"]]);
  expect((await apply({ clientAddress }, { sessionId, solved: false })).status).toBe(200);
  for (let n = 0; n < 4; n += 1) expect((await apply({ clientAddress })).status).toBe(200);
  const full = await apply({ clientAddress });
  expect([full.status, full.message.includes("已满")]).toEqual([409, true]);
  expect((await apply()).status).toBe(200);
});

test("goes to the tenant that is named, and a tenant that does not exist is closed", async () => {
  await backend.createCorp("4711");
  const given = application({ corpCode: "4711" });
  expect((await apply(given)).status).toBe(200);
  expect(await rows("select corp_code from travel_agency where licence = $1", [given.licence])).toEqual([
    { corp_code: "4711" },
  ]);
  const nowhere = await apply({ corpCode: "9999" });
  expect(nowhere.status).toBe(404);
  const form = await backend.call(agencyApplyForm, { corpCode: "9999" }, { as: "" });
  expect(form.data).toEqual({ open: false, types: [] });
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

async function leave(sessionId: string, count: number, fields: Record<string, unknown> = {}) {
  addresses += 1;
  const asked = { count, clientAddress: `192.0.2.${addresses}`, ...fields };
  return backend.call(agencyApplyFiles, asked as never, { as: "", sessionId });
}

async function bring(ticket: string, bytes: Buffer, name: string) {
  const form = new FormData();
  form.set("file", new File([bytes as never], name));
  const packed = new Response(form);
  const body = new Uint8Array(await packed.arrayBuffer());
  const request = new Request(`http://localhost${ticketUploadPath}?ticket=${ticket}`, {
    method: "POST",
    headers: {
      "content-type": packed.headers.get("content-type") ?? "",
      "content-length": String(body.length),
    },
    body,
  });
  const answer = await backend.app.request(request);
  return (await answer.json()) as { status?: number; code?: number; success: boolean; message: string; data: string };
}

async function solvedSession() {
  const sessionId = randomUUID();
  await solvePuzzle(backend, sessionId, applyName);
  return sessionId;
}

const uses = (path: string) => rows("select thing, field from file_use where path = $1 order by thing", [path]);

test("files come with an application, its reviewer reads them, and with its approval they are the agency's", async () => {
  const sessionId = await solvedSession();
  const { tickets } = (await leave(sessionId, 2)).data;
  const licence = await bring(String(tickets[0]), png, "许可证.png");
  const letter = await bring(String(tickets[1]), pdf, "授权书.pdf");
  expect([licence.success, letter.success]).toEqual([true, true]);
  const given = application({ tickets });
  const sent = await apply(given, { sessionId, solved: false });
  expect(sent.status).toBe(200);
  const [review] = await rows(
    "select r.id, r.files, r.agency_id from travel_review r join travel_agency a on a.id = r.agency_id where a.name = $1",
    [given.name],
  );
  expect(review?.files).toBe(`${licence.data},${letter.data}`);
  const page = await backend.call(agencyReview.methods.get, { id: Number(review?.id) } as never);
  expect(JSON.stringify(page.data)).toContain("授权书.pdf");
  expect(await uses(licence.data)).toEqual([{ thing: "agencyReview", field: "files" }]);
  expect((await backend.call(agencyReview.methods.approve, { id: Number(review?.id) } as never)).success).toBe(true);
  expect(await uses(letter.data)).toEqual([
    { thing: "agency", field: "licenceFile" },
    { thing: "agencyReview", field: "files" },
  ]);
  const agencyPage = await backend.call(agency.methods.get, { id: Number(review?.agency_id) } as never);
  expect(JSON.stringify(agencyPage.data)).toContain("许可证.png");
});

test("nobody without an account reads what was brought, nor does another tenant, before and after it is sent", async () => {
  await backend.createCorp("4712");
  const sessionId = await solvedSession();
  const { tickets } = (await leave(sessionId, 1)).data;
  const { data: path } = await bring(String(tickets[0]), png, "许可证.png");
  const status = async (token: string) => {
    const headers = token ? { [tokenHeader]: token } : {};
    return (await backend.app.request(new Request(`http://localhost${path}`, { headers }))).status;
  };
  expect(await status("")).toBe(401);
  expect((await apply({ tickets }, { sessionId, solved: false })).status).toBe(200);
  expect(await status("")).toBe(401);
  // A ticket of another tenant is none here.
  const other = await solvedSession();
  const foreign = (await leave(other, 1, { corpCode: "4712" })).data.tickets;
  expect((await bring(String(foreign[0]), png, "x.png")).success).toBe(true);
  const before = await digests(backend);
  const refused = await apply({ tickets: foreign }, { sessionId: other, solved: false });
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["files"]]);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test("without a solved puzzle nobody brings a file, and a wrong, an empty or a large one is refused in words", async () => {
  const none = await leave(randomUUID(), 1);
  expect(none.status).toBe(428);
  const sessionId = await solvedSession();
  const { tickets } = (await leave(sessionId, 3)).data;
  const before = await rows("select count(*)::int as n from stored_file", []);
  const ticket = String(tickets[0]);
  const script = await bring(ticket, Buffer.from("<script>alert(1)</script>"), "licence.pdf");
  const words = await bring(ticket, Buffer.from("a,b\n"), "licence.csv");
  const large = await bring(ticket, Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]), "licence.pdf");
  const empty = await bring(ticket, Buffer.alloc(0), "licence.pdf");
  for (const refused of [script, words, large, empty])
    expect([refused.success, refused.message === ""]).toEqual([false, false]);
  expect(words.message).toContain("PDF");
  expect(large.message).toContain("5MB");
  expect(await rows("select count(*)::int as n from stored_file", [])).toEqual(before);
  expect((await leave(sessionId, 4)).status).toBe(422);
  expect((await bring("0001.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", png, "x.png")).success).toBe(false);
});

test("a ticket takes one file, and one application takes it, however often it is pressed", async () => {
  const sessionId = await solvedSession();
  const { tickets } = (await leave(sessionId, 1)).data;
  const two = await Promise.all([bring(String(tickets[0]), png, "1.png"), bring(String(tickets[0]), png, "2.png")]);
  expect(two.filter(({ success }) => success)).toHaveLength(1);
  const given = application({ tickets });
  const other = application({ tickets });
  const both = await Promise.all([given, other].map((one) => apply(one, { sessionId, solved: false })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 428]);
  const again = await solvedSession();
  expect((await apply({ tickets }, { sessionId: again, solved: false })).status).toBe(422);
  const kept = await rows("select count(*)::int as n from travel_review where files is not null and name = any ($1)", [
    [given.name, other.name],
  ]);
  expect(kept).toEqual([{ n: 1 }]);
});

test("one address brings thirty files a day", async () => {
  const clientAddress = "198.51.100.9";
  const sessionId = await solvedSession();
  for (let n = 0; n < 10; n += 1) expect((await leave(sessionId, 3, { clientAddress })).status).toBe(200);
  const full = await leave(sessionId, 1, { clientAddress });
  expect([full.status, full.message.includes("已满")]).toEqual([409, true]);
});

test("what a known agency brought is held by nothing, and goes", async () => {
  const given = application();
  await apply(given);
  const sessionId = await solvedSession();
  const { tickets } = (await leave(sessionId, 1)).data;
  const { data: path } = await bring(String(tickets[0]), png, "许可证.png");
  expect((await apply({ ...given, tickets }, { sessionId, solved: false })).status).toBe(200);
  expect(await uses(path)).toEqual([]);
  expect(await rows("select state from stored_file where path = $1", [path])).toEqual([{ state: "temporary" }]);
});
