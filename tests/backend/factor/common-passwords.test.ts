/** Passwords of everybody's lists are refused wherever one is set, in a sentence. */
import { readFileSync } from "node:fs";
import md5 from "md5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator, operatorReset } from "~/contract/platform/operator";
import { changpwd } from "~/contract/platform/session";
import { isStrongPassword } from "~/contract/validators";
import { isCommonDigest } from "~server/backend/business/platform/common-passwords";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const file = "server/backend/business/platform/common-passwords.txt";
const words = readFileSync(file, "utf8").trimEnd().split("\n");
const said = "这个密码太常见，容易被猜中，请换一个";
/** Strong by the rule of characters, and common all the same. */
const common = "Woaini1314!";
const wire = (accName: string, password: string) => Buffer.from(accName + password).toString("base64");

describe("the list", () => {
  test("is sorted, in small letters, without a word twice, and of those that the rule of characters lets through", () => {
    expect(words).toEqual([...new Set(words.map((word) => word.toLowerCase()))].sort());
    expect(words.length).toBeGreaterThan(3_000);
    expect(words.filter(isStrongPassword).length).toBeGreaterThan(3_000);
    for (const word of ["123456", "woaini1314", "a123456", "qwe123", "5201314", "p@ssw0rd", "aa123456!"])
      expect(words, word).toContain(word);
  });

  test("is known by the digest, whatever the capitals at its front", () => {
    for (const word of ["Admin@123", "ADMIN@123", "admin@123", "Woaini1314!"])
      expect(isCommonDigest(md5(word)), word).toBe(true);
    for (const word of [adminPassword, "Demo#2026", "Kaleidoscope#71"])
      expect(isCommonDigest(md5(word)), word).toBe(false);
  });
});

describe("is refused", () => {
  test("as one's own, in both forms of the wire; the old one stays", async () => {
    const user = await backend.createUser({});
    for (const newpass of [md5(common), wire(user.accName, common)]) {
      const reply = await backend.call(
        changpwd,
        { id: user.id, oldpass: md5(adminPassword), newpass },
        { as: user.token },
      );
      expect(reply).toMatchObject({ status: 422, errors: { newpass: [said] } });
    }
    expect(await backend.signIn(user.accName, adminPassword)).toBeTruthy();
  });

  test("for a new operator, and where an administrator sets one", async () => {
    const user = await backend.createUser({});
    const reset = await backend.call(operatorReset, { id: user.id, password: wire(user.accName, common) });
    expect(reset).toMatchObject({ status: 422, errors: { password: [said] } });
    const made = await backend.call(operator.methods.save, {
      ...{ accName: "newcomer", name: "新人", password: wire("newcomer", common) },
    });
    expect(made).toMatchObject({ status: 422, errors: { password: [said] } });
    expect(await backend.sql("select from account where acc_name = 'newcomer'")).toEqual([]);
  });
});
