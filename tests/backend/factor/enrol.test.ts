/** The second factors of one's own account: they count once they are confirmed, and nobody else sees or removes them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  factorState,
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  recoveryRenew,
  totpBegin,
  totpConfirm,
  totpPending,
  totpRemove,
} from "~/contract/platform/second-factor";
import { proofCode } from "~/contract/wire";
import { TestAuthenticator } from "~tests/support/authenticator";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { aBrowser, codeOf, withApp, withPasskey } from "~tests/support/second-factor";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const origin = "http://console.test";
const stale = (id: number) =>
  backend.sql("update session set proved_at = now() - interval '11 minutes' where account_id = $1", [id]);
const state = async (as: string) => (await backend.call(factorState, {}, { as })).data;

describe("an authenticator app", () => {
  test("counts for nothing before its first code, and a wrong one confirms nothing", async () => {
    const user = await backend.createUser({});
    await backend.call(totpBegin, {}, { as: user.token });
    const { data } = await backend.call(totpPending, {}, { as: user.token });
    expect(data?.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    expect((await aBrowser(backend).enter(user.accName)).data.step).toBe("");
    const secret = data?.secret ?? "";
    const wrong = codeOf(secret, new Date(), 5);
    expect((await backend.call(totpConfirm, { code: wrong }, { as: user.token })).status).toBe(422);
    expect((await state(user.token)).totp).toBe(false);
    expect((await aBrowser(backend).enter(user.accName)).data.step).toBe("");
    const done = await backend.call(totpConfirm, { code: codeOf(secret, new Date()) }, { as: user.token });
    expect(done.data.codes).toHaveLength(10);
    expect((await aBrowser(backend).enter(user.accName)).data.step).toBe("factor");
    // Nothing shows it any more, and nothing is left to confirm.
    expect((await backend.call(totpPending, {}, { as: user.token })).data).toBeNull();
    expect((await backend.call(totpConfirm, { code: codeOf(secret, new Date(), 1) }, { as: user.token })).status).toBe(
      409,
    );
  });

  test("is kept sealed, and stands in no audit entry", async () => {
    const { id, secret, codes } = await withApp(backend);
    const [row] = await backend.sql<{ secret: string; all: string }>(
      "select secret, t::text as all from account_totp t where account_id = $1",
      [id],
    );
    expect(row?.secret.startsWith(secretsOfTests.prefix)).toBe(true);
    expect(row?.all).not.toContain(secret);
    const trail = JSON.stringify(await backend.sql("select a::text as row from audit_log a"));
    for (const text of [secret, ...codes]) expect(trail).not.toContain(text);
    expect(trail).toContain("totpConfirm");
  });

  test("another one takes its place once it is confirmed, and not before", async () => {
    const { token, accName, secret } = await withApp(backend);
    await backend.call(totpBegin, {}, { as: token });
    const next = (await backend.call(totpPending, {}, { as: token })).data?.secret ?? "";
    const now = new Date();
    const before = aBrowser(backend);
    await before.enter(accName);
    expect((await before.code(codeOf(next, now))).status).toBe(422);
    expect((await before.code(codeOf(secret, now))).status).toBe(200);
    const confirmed = await backend.call(totpConfirm, { code: codeOf(next, now) }, { as: token });
    expect(confirmed.data.codes).toEqual([]);
    const after = aBrowser(backend);
    await after.enter(accName);
    expect((await after.code(codeOf(secret, now, 1))).status).toBe(422);
    expect((await after.code(codeOf(next, now, 1))).status).toBe(200);
  });
});

describe("passkeys", () => {
  test("are named, listed, removed one by one; the last factor leaves the account with its password", async () => {
    const user = await backend.createUser({});
    const first = await withPasskey(backend, user.token, "笔记本");
    expect(first.added.data.codes).toHaveLength(10);
    const second = await withPasskey(backend, user.token, "安全密钥");
    expect(second.added.data.codes).toEqual([]);
    const { passkeys } = await state(user.token);
    expect(passkeys.map(({ name }) => name)).toEqual(["笔记本", "安全密钥"]);
    for (const { id } of passkeys)
      expect((await backend.call(passkeyRemove, { id }, { as: user.token })).success).toBe(true);
    expect(await state(user.token)).toMatchObject({ passkeys: [], recoveryLeft: 0 });
    expect((await aBrowser(backend).enter(user.accName)).data.step).toBe("");
  });

  test("for another origin, host or challenge are not taken, and neither is one twice", async () => {
    const user = await backend.createUser({});
    const as = { as: user.token };
    const begin = async () => String((await backend.call(passkeyBegin, { origin }, as)).data.options.challenge);
    const add = (passkey: string) => backend.call(passkeyAdd, { name: "x", origin, passkey }, as);
    const device = new TestAuthenticator(origin);
    expect((await add(device.create({ challenge: await begin(), origin: "http://evil.test" }))).status).toBe(409);
    expect((await add(device.create({ challenge: await begin(), rpId: "evil.test" }))).status).toBe(409);
    await begin();
    expect((await add(device.create({ challenge: "bm90LWdpdmVu" }))).status).toBe(409);
    const challenge = await begin();
    expect((await add(device.create({ challenge }))).success).toBe(true);
    // The challenge is used up, and the passkey known.
    expect((await add(device.create({ challenge }))).status).toBe(409);
    expect((await add(device.create({ challenge: await begin() }))).status).toBe(409);
    expect((await state(user.token)).passkeys).toHaveLength(1);
  });

  test("of somebody else, or of another tenant, are not found", async () => {
    const [mine, theirs] = [await withApp(backend), await withApp(backend)];
    await withPasskey(backend, theirs.token);
    const [row] = (await state(theirs.token)).passkeys;
    const foreign = await backend.createCorp("3002");
    for (const as of [mine.token, foreign])
      expect((await backend.call(passkeyRemove, { id: row?.id ?? 0 }, { as })).status).toBe(404);
    expect((await state(theirs.token)).passkeys).toHaveLength(1);
  });
});

describe("a fresh proof", () => {
  test("is asked for before anything is added, removed or renewed", async () => {
    const user = await withApp(backend);
    await stale(user.id);
    const as = { as: user.token };
    const replies = [
      await backend.call(totpBegin, {}, as),
      await backend.call(totpRemove, {}, as),
      await backend.call(passkeyBegin, { origin }, as),
      await backend.call(passkeyRemove, { id: 1 }, as),
      await backend.call(recoveryRenew, {}, as),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => proofCode));
    expect(await state(user.token)).toMatchObject({ totp: true, recoveryLeft: 10 });
  });

  test("new recovery codes put an end to the old ones", async () => {
    const user = await withApp(backend);
    const { data } = await backend.call(recoveryRenew, {}, { as: user.token });
    expect(data.codes).toHaveLength(10);
    const one = aBrowser(backend);
    await one.enter(user.accName);
    expect((await one.code(user.codes[0] ?? "")).status).toBe(422);
    expect((await one.code(data.codes[0] ?? "")).status).toBe(200);
  });
});

test("the last factor stays where one is required", async () => {
  const user = await withApp(backend, { grants: ["gateList"] });
  await backend.sql("update role set second_factor = true where code = $1", [user.accName]);
  expect((await backend.call(totpRemove, {}, { as: user.token })).status).toBe(409);
  expect((await state(user.token)).totp).toBe(true);
  await withPasskey(backend, user.token);
  expect((await backend.call(totpRemove, {}, { as: user.token })).success).toBe(true);
});

test("the person is told of every change", async () => {
  const user = await withApp(backend);
  const told = await backend.sql("select title from message where account_id = $1", [user.id]);
  expect(told).toEqual([{ title: "您的账号新增了二次验证方式" }]);
});
