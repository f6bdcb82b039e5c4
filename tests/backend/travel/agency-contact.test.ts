/** Contacts of agencies: several people, one of them the main one, whom the agency's row names too. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agency } from "~/contract/travel/agency";
import { agencyContact } from "~/contract/travel/agency-contact";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";
import { agencyInUse } from "./sales-support";
import { agencyOf as agencyFields } from "./support";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(() => backend.setNow(friday));
afterAll(() => backend.close());

const person = (agencyId: number, fields: object = {}) => ({
  ...{ agencyId, name: "周敏", duty: "计调", mobile: "13800138011", email: "zhou@example.com", remark: null },
  ...fields,
});
const add = (agencyId: number, fields: object = {}) =>
  backend.saved(agencyContact.methods.save, person(agencyId, fields) as never);
const makeMain = (id: number, as = backend.admin) =>
  backend.call(agencyContact.commands.makeMain.method, { id } as never, { as });
const agencyOf = async (id: number) =>
  (await backend.sql("select contact, mobile, email from travel_agency where id = $1", [id]))[0];
const mainOf = async (agencyId: number) =>
  (
    await backend.sql<{ name: string; mobile: string }>(
      "select name, mobile from agency_contact where agency_id = $1 and main",
      [agencyId],
    )
  ).map(({ name, mobile }) => [name, mobile]);

test("the main contact stands on the agency's row, and both follow each other", async () => {
  const id = await agencyInUse(backend);
  const one = await add(id);
  const two = await add(id, { name: "钱进", duty: "财务", mobile: "13800138012", email: null });
  expect((await makeMain(one)).message).toBe("");
  expect(await agencyOf(id)).toEqual({ contact: "周敏", mobile: "13800138011", email: "zhou@example.com" });
  expect((await makeMain(one)).status).toBe(409);
  expect((await makeMain(two)).message).toBe("");
  expect(await mainOf(id)).toEqual([["钱进", "13800138012"]]);
  // A mail that the new one has not leaves that of the agency.
  expect(await agencyOf(id)).toEqual({ contact: "钱进", mobile: "13800138012", email: "zhou@example.com" });
  await add(id, { id: two, name: "钱进", mobile: "13800138013" });
  expect(await agencyOf(id)).toMatchObject({ mobile: "13800138013" });
  const said = { ...agencyFields(), creditLimit: null, id, contact: "孙莉", mobile: "13800138014" };
  await backend.saved(agency.methods.save, said as never);
  expect(await mainOf(id)).toEqual([["孙莉", "13800138014"]]);
});

test("a mobile stands once with an agency, the main one is not deleted, and what is refused writes nothing", async () => {
  const id = await agencyInUse(backend);
  const one = await add(id);
  await makeMain(one);
  const reader = await backend.createUser({ grants: ["agencyList"] });
  const tenant = await backend.createCorp("7751");
  const before = await digests(backend);
  expect((await backend.call(agencyContact.methods.save, person(id, { name: "同号" }) as never)).status).toBe(422);
  const gone = await backend.call(agencyContact.methods.remove, { id: one } as never);
  expect([gone.status, gone.message]).toEqual([409, expect.stringContaining("请先将他人设为主联系人")]);
  expect((await makeMain(one, reader.token)).status).toBe(403);
  expect((await makeMain(one, tenant)).status).toBe(404);
  expect(changed(before, await digests(backend))).toEqual([]);
});

test.runIf(raceIsReal)(
  "of two made the main one at once one is in the end, and the agency names that one",
  async () => {
    const id = await agencyInUse(backend);
    const people = [await add(id), await add(id, { name: fresh("钱"), mobile: "13800138012" })];
    await race(backend, 2, (n) => makeMain(people[n] ?? 0));
    const [main, ...others] = await mainOf(id);
    expect(others).toEqual([]);
    expect(await agencyOf(id)).toMatchObject({ contact: main?.[0], mobile: main?.[1] });
  },
);
