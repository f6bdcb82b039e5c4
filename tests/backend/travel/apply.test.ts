/** Agencies that apply without an account: behind the puzzle, limited, and told nothing of who is known. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agencyApply, agencyApplyForm } from "~/contract/travel/apply";
import { applyName } from "~/contract/travel/apply-page";
import { agencyReview } from "~/contract/travel/review";
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
