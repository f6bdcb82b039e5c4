import md5 from "md5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changpwd, login } from "~/contract/platform/session";
import { readWirePassword } from "~server/backend/business/platform/password";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const saas = (accName: string, password: string) => Buffer.from(`${accName}${password}`).toString("base64");

describe("7 changpwd", () => {
  test("in the SaaS form the strength is checked on the server too", async () => {
    const { token, id, accName } = await backend.createUser({});
    const change = (newpass: string) =>
      backend.call(
        changpwd,
        { id, name: accName, oldpass: saas(accName, adminPassword), newpass: saas(accName, newpass) },
        { as: token },
      );
    for (const newpass of ["short1#", "nodigits#", "12345678#", "nospecial1"]) {
      const reply = await change(newpass);
      expect(reply.status, newpass).toBe(422);
      expect(reply.errors?.newpass, newpass).toHaveLength(1);
    }
    expect((await change("Better#2026")).data).toEqual({ initpwd: "T" });
    // And the other form leads to the same password.
    expect((await backend.call(login, { accName, password: md5("Better#2026") }, { as: "" })).success).toBe(true);
    expect((await backend.call(login, { accName, password: md5(adminPassword) }, { as: "" })).success).toBe(false);
  });

  test("the same password again, or a digest that is none, is refused", async () => {
    const { token, id } = await backend.createUser({});
    const change = (newpass: string) =>
      backend.call(changpwd, { id, oldpass: md5(adminPassword), newpass }, { as: token });
    for (const newpass of [md5(adminPassword), "not a digest", "aGVsbG8="]) {
      expect((await change(newpass)).errors?.newpass, newpass).toHaveLength(1);
    }
  });

  test("another's password is not found, not even for the administrator's token", async () => {
    const user = await backend.createUser({});
    const payload = { id: user.id, oldpass: md5(adminPassword), newpass: md5("Other#2026") };
    expect((await backend.call(changpwd, payload)).status).toBe(404);
    expect((await backend.call(changpwd, { ...payload, id: 1 }, { as: user.token })).status).toBe(404);
  });

  test("guessing the old password counts as guessing at the door", async () => {
    const { token, id, accName } = await backend.createUser({});
    const guess = () =>
      backend.call(changpwd, { id, oldpass: md5("guess"), newpass: md5("Other#2026") }, { as: token });
    for (let round = 0; round < 10; round += 1) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(409);
    expect((await backend.call(login, { accName, password: md5(adminPassword) }, { as: "" })).status).toBe(409);
  });

  test("the change is in the audit log, the password is not", async () => {
    const { token, id } = await backend.createUser({});
    await backend.call(changpwd, { id, oldpass: md5(adminPassword), newpass: md5("Other#2026") }, { as: token });
    const [entry] = await backend.sql<{ row: string }>(
      "select a::text as row from audit_log a where thing = 'account' and thing_id = $1 and account_id = $1",
      [id],
    );
    expect(entry?.row).toContain("changpwd");
    for (const secret of [md5("Other#2026"), "argon2"]) expect(entry?.row).not.toContain(secret);
  });
});

test("7 what is neither an MD5 nor base64 of name and password is no password", () => {
  expect(readWirePassword("D41D8CD98F00B204E9800998ECF8427E", "a")?.digest).toBe("d41d8cd98f00b204e9800998ecf8427e");
  for (const wire of ["", "x", "%%%", saas("bob", "Secret#1"), saas("alice", ""), "d41d8cd98f00b204e9800998ecf842"]) {
    expect(readWirePassword(wire, "alice"), wire).toBeNull();
  }
  expect(readWirePassword(saas("张三", "Secret#1"), "张三")).toEqual({ digest: md5("Secret#1"), strong: true });
});
