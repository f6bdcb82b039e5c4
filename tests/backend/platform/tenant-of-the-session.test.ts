/** Tenant taken from a header, body or cookie: the session alone says whose data a call is about. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectUserInfoById } from "~/contract/platform/session";
import { methods } from "~/contract/registry";
import { park } from "~/contract/ticket/park";
import { defaultPaths } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
let mine: string;
beforeAll(async () => {
  backend = await openTestBackend();
  mine = await backend.createCorp("6101");
  await backend.createCorp("6102");
});
afterAll(() => backend.close());

const said = ["corpCode", "corp-code", "x-corp-code", "x-tenant-id", "tenant", "x-forwarded-host", "cookie"];

test("6b tenant taken from a header or cookie: none of them changes whose account answers", async () => {
  const { business, name } = selectUserInfoById;
  for (const header of said) {
    const value = header === "cookie" ? "corpCode=6102; corp_code=6102; tenant=6102" : "6102";
    const reply = await backend.post(defaultPaths[business], [["method", name]], {
      "access-token": mine,
      [header]: value,
    });
    expect([reply.status, reply.data], header).toEqual([200, expect.objectContaining({ corpCode: "6101" })]);
  }
});

test("6b tenant taken from a body: another corp's code in a signed-in call is 404, in every method", async () => {
  const open: string[] = [];
  for (const { access, business, name } of methods) {
    if (access === "public" || business === "offline") continue;
    const fields: [string, string][] = [
      ["method", name],
      ["corpCode", "6102"],
    ];
    const reply = await backend.post(defaultPaths[business], fields, { "access-token": mine });
    if (reply.status !== 404) open.push(`${name} ${reply.status}`);
  }
  expect(open).toEqual([]);
});

test("6b tenant taken from a body: the code said twice, in the address or as a field writes nothing elsewhere", async () => {
  const { business, name } = park.methods.list;
  const path = defaultPaths[business];
  const head = { "access-token": mine };
  const ask = async (address: string, fields: [string, string][]) =>
    (await backend.post(address, [["method", name], ...fields], head)).status;
  expect(await ask(path, [["corpCode", "6101"]])).toBe(200);
  expect(await ask(`${path}?corpCode=6102`, [])).toBe(200);
  for (const twice of [
    ["6101", "6102"],
    ["6102", "6101"],
  ])
    expect([400, 404, 422]).toContain(
      await ask(
        path,
        twice.map((code): [string, string] => ["corpCode", code]),
      ),
    );
  expect([404, 422]).toContain(await ask(path, [["corp_code", "6102"]]));
});
