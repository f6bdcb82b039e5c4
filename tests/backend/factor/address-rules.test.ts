/** Addresses that an account or a role may come from: at sign-in, at every call, and never against everybody. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "~/contract/platform/operator";
import { role } from "~/contract/platform/role";
import { login, selectUserInfoById } from "~/contract/platform/session";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { addressList, keptAddresses } from "~server/backend/kernel/address-rules";
import { signVisitor, visitorHeader } from "~server/visitor";
import { openTestBackend, type TestBackend, visitorKey } from "~tests/support/backend";
import { race } from "~tests/support/race";
import { aBrowser } from "~tests/support/second-factor";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** A call from an address, as a console signs it. */
async function from(address: string, token: string, method: { name: string }, payload: Record<string, unknown> = {}) {
  const requestId = randomUUID();
  return backend.post(defaultPaths.platform, encodePayload({ method: method.name, ...payload }), {
    [tokenHeader]: token,
    "x-request-id": requestId,
    [visitorHeader]: signVisitor(visitorKey, { address, device: "" }, requestId),
  });
}

const office = "192.0.2.10";
const elsewhere = "203.0.113.5";

async function saveOperator(address: string, token: string, id: number, addresses: string) {
  const { record } = (await backend.call(operator.methods.get, { id })).data;
  const { name, accType, rowVersion } = record ?? {};
  return from(address, token, operator.methods.save, { id, name, accType, rowVersion, addresses });
}

describe("a list", () => {
  test("holds addresses and ranges of both families", () => {
    expect(keptAddresses(" 10.0.0.0/8，192.0.2.7\n2001:DB8::/32 10.0.0.0/8")).toBe(
      "10.0.0.0/8, 192.0.2.7, 2001:db8::/32",
    );
    for (const wrong of ["10.0.0.0/33", "10.0.0", "a.b.c.d", "2001:db8::/129", "1.2.3.4/", "1.2.3.4/8/8", "office"])
      expect(keptAddresses(wrong), wrong).toBeNull();
    const list = addressList("10.0.0.0/8, 2001:db8::/32");
    const within = ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1"].map((one) => list.has(one));
    const without = ["11.0.0.1", "2001:db9::1", "", "unknown"].map((one) => list.has(one));
    expect([within, without]).toEqual([
      [true, true, true],
      [false, false, false, false],
    ]);
  });
});

describe("a rule of an account", () => {
  test("keeps it out elsewhere, at sign-in and at its next call, and says so to who knows the password", async () => {
    const user = await backend.createUser({});
    expect((await from(elsewhere, user.token, selectUserInfoById)).status).toBe(200);
    expect((await saveOperator(office, backend.admin, user.id, "192.0.2.0/24")).status).toBe(200);
    expect((await from(elsewhere, user.token, selectUserInfoById)).status).toBe(401);
    expect((await from(office, user.token, selectUserInfoById)).status).toBe(200);
    const refused = await aBrowser(backend, { clientAddress: elsewhere }).enter(user.accName);
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(elsewhere) });
    const guessed = await aBrowser(backend, { clientAddress: elsewhere }).enter(user.accName, "Wrong#2026y");
    expect(guessed.message).not.toContain(elsewhere);
    expect((await aBrowser(backend, { clientAddress: office }).enter(user.accName)).success).toBe(true);
    expect((await saveOperator(office, backend.admin, user.id, "")).status).toBe(200);
    expect((await from(elsewhere, user.token, selectUserInfoById)).status).toBe(200);
  });

  test("that is none is refused at its field", async () => {
    const user = await backend.createUser({});
    const reply = await saveOperator(office, backend.admin, user.id, "the office");
    expect(reply).toMatchObject({ status: 422, errors: { addresses: [expect.stringContaining("192.168.1.0/24")] } });
  });

  test("is set by nobody without the right, and for no other tenant's account", async () => {
    const user = await backend.createUser({});
    const powerless = await backend.createUser({ grants: ["userManage"] });
    const foreign = await backend.createCorp("3004");
    const statuses = [
      (await saveOperator(office, powerless.token, user.id, "10.0.0.0/8")).status,
      (await saveOperator(office, foreign, user.id, "10.0.0.0/8")).status,
    ];
    expect(statuses).toEqual([403, 404]);
    expect(await backend.sql("select addresses from account where id = $1", [user.id])).toEqual([{ addresses: null }]);
  });
});

describe("a rule of a role", () => {
  test("holds for whoever has it, together with the account's own", async () => {
    const user = await backend.createUser({ grants: ["gateList"] });
    const [row] = await backend.sql<{ id: number; row_version: number }>(
      "select id, row_version from role where code = $1",
      [user.accName],
    );
    const fields = { id: row?.id, rowVersion: row?.row_version, code: user.accName, name: user.accName };
    const saved = await from(office, backend.admin, role.methods.save, { ...fields, addresses: "192.0.2.0/24" });
    expect(saved.status, saved.message).toBe(200);
    expect((await from(elsewhere, user.token, selectUserInfoById)).status).toBe(401);
    expect((await from(office, user.token, selectUserInfoById)).status).toBe(200);
    await saveOperator(office, backend.admin, user.id, "192.0.2.99");
    expect((await from(office, user.token, selectUserInfoById)).status).toBe(401);
    expect((await from("192.0.2.99", user.token, selectUserInfoById)).status).toBe(200);
  });
});

describe("nobody is shut out for good", () => {
  test("whoever sets a rule for themselves keeps the address that they are at", async () => {
    const chief = await backend.createUser({ accType: "11" });
    const reply = await saveOperator(elsewhere, chief.token, chief.id, "192.0.2.0/24");
    expect(reply).toMatchObject({ status: 422, errors: { addresses: [expect.stringContaining(elsewhere)] } });
    expect((await saveOperator(office, chief.token, chief.id, "192.0.2.0/24")).status).toBe(200);
  });

  test("one administrator comes from anywhere: by no rule, suspension, removal or role is the last of them bound", async () => {
    const token = await backend.createCorp("3005");
    const [first] = await backend.sql<{ id: number }>("select id from account where corp_code = '3005'");
    const id = first?.id ?? 0;
    const change = async (as: string, who: number, addresses: string) => {
      const [row] = await backend.sql<{ name: string; row_version: number }>(
        "select name, row_version from account where id = $1",
        [who],
      );
      return from(office, as, operator.methods.save, {
        ...{ id: who, name: row?.name, accType: "11", rowVersion: row?.row_version, addresses },
      });
    };
    expect(await change(token, id, "192.0.2.0/24")).toMatchObject({
      status: 409,
      message: expect.stringContaining("至少要有一名启用的管理员"),
    });
    const second = await backend.createUser({ accType: "11", corpCode: "3005" });
    expect((await change(token, second.id, "192.0.2.0/24")).status).toBe(200);
    // The one that is left may neither be bound nor suspended by the other.
    expect((await change(second.token, id, "192.0.2.0/24")).status).toBe(409);
    expect((await from(office, second.token, operator.methods.suspend, { id })).status).toBe(409);
    // Nor by a role that it is given.
    const made = await from(office, token, role.methods.save, {
      code: "bound",
      name: "限地址",
      addresses: "192.0.2.0/24",
    });
    const roleId = (made.data as { id: number }).id;
    const [row] = await backend.sql<{ name: string; row_version: number }>(
      "select name, row_version from account where id = $1",
      [id],
    );
    const given = await from(office, second.token, operator.methods.save, {
      ...{ id, name: row?.name, accType: "11", rowVersion: row?.row_version, roleIds: [roleId] },
    });
    expect(given.status).toBe(409);
    expect((await from(elsewhere, token, selectUserInfoById)).status).toBe(200);
  });

  test("of two who bind each other at once one is refused", async () => {
    const token = await backend.createCorp("3006");
    const [first] = await backend.sql<{ id: number; name: string }>(
      "select id, name from account where corp_code = '3006'",
    );
    const second = await backend.createUser({ accType: "11", corpCode: "3006" });
    const bind = (as: string, id: number, name: string) =>
      from(office, as, operator.methods.save, { id, name, accType: "11", rowVersion: 0, addresses: "192.0.2.0/24" });
    const replies = await race(backend, 2, (nth) =>
      nth === 0 ? bind(token, second.id, "second") : bind(second.token, first?.id ?? 0, "first"),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test("signing in without a console that says where from is signing in from nowhere", async () => {
  const user = await backend.createUser({});
  await saveOperator(office, backend.admin, user.id, "192.0.2.0/24");
  const reply = await backend.call(login, { accName: user.accName, password: "0".repeat(32) }, { as: "" });
  expect(reply.success).toBe(false);
});
