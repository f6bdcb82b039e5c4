/** What changes rights or secrets asks an account with a second factor for a fresh proof; and factors that others take away. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator, operatorReset } from "~/contract/platform/operator";
import { role } from "~/contract/platform/role";
import { prove, proveChallenge, proveState } from "~/contract/platform/second-factor";
import { proofCode } from "~/contract/wire";
import { resetFirstPassword } from "~server/backend/business/platform/first-account";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";
import { aBrowser, codeOf, withApp, withPasskey } from "~tests/support/second-factor";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const stale = (id: number) =>
  backend.sql("update session set proved_at = now() - interval '10 minutes 5 seconds' where account_id = $1", [id]);
const administrator = (corpCode = "0001") => withApp(backend, { accType: "11", corpCode });
const saveRole = (as: string) =>
  backend.call(role.methods.save, { code: `r${randomUUID().slice(0, 8)}`, name: randomUUID() } as never, { as });
const { resetFactor, signOut } = operator.methods;

describe("a fresh proof", () => {
  test("is not asked of who has no factor; of who has one it lasts ten minutes, and what is refused has written nothing", async () => {
    const plain = await backend.createUser({ accType: "11" });
    expect((await saveRole(plain.token)).success).toBe(true);
    const one = await administrator();
    expect((await saveRole(one.token)).success).toBe(true);
    await stale(one.id);
    const before = await backend.sql("select count(*) from role");
    expect(await saveRole(one.token)).toMatchObject({ status: proofCode, code: proofCode });
    expect(await backend.sql("select count(*) from role")).toEqual(before);
    expect((await backend.call(proveState, {}, { as: one.token })).data.needed).toBe(true);
    expect((await backend.call(prove, { code: codeOf(one.secret, new Date()) }, { as: one.token })).success).toBe(true);
    expect((await backend.call(proveState, {}, { as: one.token })).data.needed).toBe(false);
    expect((await saveRole(one.token)).success).toBe(true);
    await stale(one.id);
    expect((await saveRole(one.token)).status).toBe(proofCode);
  });

  test("is of its session alone, and reading asks for none", async () => {
    const one = await administrator();
    const other = aBrowser(backend);
    await other.enter(one.accName);
    const { data } = await other.code(one.codes[0] ?? "");
    await stale(one.id);
    await backend.call(prove, { code: one.codes[1] ?? "" }, { as: one.token });
    expect((await saveRole(one.token)).success).toBe(true);
    expect((await saveRole(data.tokenInfo.token)).status).toBe(proofCode);
    const reading = await backend.call(role.methods.list, {} as never, { as: data.tokenInfo.token });
    expect(reading.success).toBe(true);
  });

  test("a code is good once, also for two proofs at once", async () => {
    const one = await administrator();
    await stale(one.id);
    const code = codeOf(one.secret, new Date());
    const replies = await race(backend, 2, () => backend.call(prove, { code }, { as: one.token }));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("by a passkey, whose challenge is answered once", async () => {
    const one = await administrator();
    const { device } = await withPasskey(backend, one.token);
    await stale(one.id);
    const { origin } = device;
    const { data } = await backend.call(proveChallenge, { origin }, { as: one.token });
    const passkey = device.sign({ challenge: String(data.options.challenge) });
    const replies = await race(backend, 2, () => backend.call(prove, { passkey, origin }, { as: one.token }));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await saveRole(one.token)).success).toBe(true);
  });

  test("guessing counts as guessing at the door", async () => {
    const one = await administrator();
    await stale(one.id);
    const right = codeOf(one.secret, new Date());
    const code = right === "000000" ? "000001" : "000000";
    for (let nth = 0; nth < 10; nth += 1) await backend.call(prove, { code }, { as: one.token });
    expect(await backend.call(prove, { code: right }, { as: one.token })).toMatchObject({ status: 409 });
    expect((await saveRole(one.token)).status).toBe(proofCode);
  });
});

describe("an administrator resets somebody's factor", () => {
  test("which is audited, told to the person, ends their sessions, and leaves their password", async () => {
    const [chief, clerk] = [await administrator(), await withApp(backend)];
    const done = await backend.call(resetFactor, { id: clerk.id }, { as: chief.token });
    expect(done.success, done.message).toBe(true);
    expect((await backend.call(proveState, {}, { as: clerk.token })).status).toBe(401);
    expect((await aBrowser(backend).enter(clerk.accName)).data.step).toBe("");
    const told = await backend.sql("select title from message where account_id = $1 order by id desc limit 1", [
      clerk.id,
    ]);
    expect(JSON.stringify(told)).toContain("重置了您的二次验证");
    const trail = await backend.sql(
      "select account_id from audit_log where method = 'operatorFactorReset' and thing_id = $1",
      [clerk.id],
    );
    expect(trail).toEqual([{ account_id: chief.id }]);
    for (const table of ["account_totp", "passkey", "recovery_code"])
      expect(await backend.sql(`select from ${table} where account_id = $1`, [clerk.id]), table).toEqual([]);
    // There is nothing left to reset.
    expect((await backend.call(resetFactor, { id: clerk.id }, { as: chief.token })).status).toBe(409);
  });

  test("with a fresh proof, never one's own, of no other tenant, by nobody without the right or above them", async () => {
    const [chief, clerk] = [await administrator(), await withApp(backend)];
    const foreign = await backend.createCorp("3003");
    const powerless = await backend.createUser({ grants: ["userManage", "userManage/operator:edit"] });
    const lower = await backend.createUser({ grants: ["userManage", "userManage/operator:factor"] });
    const refused = [
      (await backend.call(resetFactor, { id: chief.id }, { as: chief.token })).status,
      (await backend.call(resetFactor, { id: clerk.id }, { as: foreign })).status,
      (await backend.call(resetFactor, { id: clerk.id }, { as: powerless.token })).status,
      (await backend.call(resetFactor, { id: chief.id }, { as: lower.token })).status,
    ];
    await stale(chief.id);
    refused.push((await backend.call(resetFactor, { id: clerk.id }, { as: chief.token })).status);
    expect(refused).toEqual([409, 404, 403, 409, proofCode]);
    for (const { accName } of [clerk, chief]) expect((await aBrowser(backend).enter(accName)).data.step).toBe("factor");
  });

  test("signs somebody out everywhere, with the same rules", async () => {
    const [chief, clerk] = [await backend.createUser({ accType: "11" }), await backend.createUser({})];
    const powerless = await backend.createUser({ grants: ["userManage"] });
    expect((await backend.call(signOut, { id: clerk.id }, { as: powerless.token })).status).toBe(403);
    expect((await backend.call(signOut, { id: chief.id }, { as: chief.token })).status).toBe(409);
    expect((await backend.call(signOut, { id: clerk.id }, { as: chief.token })).success).toBe(true);
    expect((await backend.call(proveState, {}, { as: clerk.token })).status).toBe(401);
  });
});

test("a password that an administrator sets needs the proof as well", async () => {
  const [chief, clerk] = [await administrator(), await backend.createUser({})];
  await stale(chief.id);
  expect((await backend.call(operatorReset, { id: clerk.id }, { as: chief.token })).status).toBe(proofCode);
});

test("whoever owns the data takes the first account's factor and address rule away, and it is on record", async () => {
  await backend.sql(
    "update account set has_factor = true, addresses = '192.0.2.1' where id = 1 and corp_code = '0001'",
  );
  await resetFirstPassword(backend.database);
  const first = "select has_factor, addresses from account where id = 1 and corp_code = '0001'";
  expect(await backend.sql(first)).toEqual([{ has_factor: true, addresses: "192.0.2.1" }]);
  await resetFirstPassword(backend.database, true);
  expect(await backend.sql(first)).toEqual([{ has_factor: false, addresses: null }]);
  const [entry] = await backend.sql<{ after: unknown }>(
    "select after from audit_log where method = 'adminPassword' order by id desc limit 1",
  );
  expect(entry?.after).toEqual({ password: "reset", secondFactor: "removed" });
});
