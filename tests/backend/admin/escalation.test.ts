/** The ways up that must stay closed: changing who holds more, giving what one does not have, changing oneself. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator, operatorChoices, operatorReset, unlockAccount } from "~/contract/platform/operator";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { operating } from "./operating";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const { save, suspend, remove, list } = operator.methods;
const { clerk, make, makeRole, makePark, rolesOf } = operating(() => backend);

describe("6 nobody reaches above themselves", () => {
  /** Everything that may be done to an account, as somebody. */
  const attempts = (id: number, as: string) =>
    Promise.all([
      backend.call(save, { id, name: "被改" }, { as }),
      backend.call(suspend, { id }, { as }),
      backend.call(remove, { id }, { as }),
      backend.call(operatorReset, { id }, { as }),
      backend.call(unlockAccount, { id }, { as }),
    ]);
  const untouched = async (id: number) =>
    (await backend.sql<{ row: string }>("select to_jsonb(account)::text as row from account where id = $1", [id]))[0]
      ?.row;

  test("neither an administrator, nor one with a right more, nor one with a park more", async () => {
    const parkId = await makePark();
    const mine = await clerk(["parkList"]);
    await backend.sql("insert into account_park values ('0001', $1, $2)", [mine.id, parkId]);
    const inMyPark = async (id: number) => {
      await backend.sql("insert into account_park values ('0001', $1, $2)", [id, parkId]);
      return id;
    };
    const higher = {
      administrator: await inMyPark((await backend.createUser({ accType: "11" })).id),
      "a function more": await inMyPark((await backend.createUser({ grants: ["ticketList"] })).id),
      "a button more": await inMyPark((await backend.createUser({ grants: ["parkList", "parkList/park:add"] })).id),
      "all parks": (await backend.createUser({ grants: ["parkList"] })).id,
    };
    for (const [who, id] of Object.entries(higher)) {
      const before = await untouched(id);
      const replies = await attempts(id, mine.token);
      expect(
        replies.map(({ status }) => status),
        who,
      ).toEqual([409, 409, 409, 409, 409]);
      expect(replies[0]?.message, who).toContain("超出您的范围");
      expect(await untouched(id), who).toBe(before);
    }
    const equal = await inMyPark((await backend.createUser({ grants: ["parkList"] })).id);
    expect((await backend.call(suspend, { id: equal }, { as: mine.token })).status).toBe(200);
  });

  test("not even another administrator touches the first account", async () => {
    const other = await backend.createUser({ accType: "11" });
    const before = await untouched(1);
    const replies = await attempts(1, other.token);
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(replies[3]?.message).toContain("第一个账号");
    expect(await untouched(1)).toBe(before);
  });

  test("a locked account that holds more stays locked", async () => {
    const mine = await clerk();
    const { id } = await backend.createUser({ grants: ["ticketList"] });
    await backend.sql("update account set locked_until = now() + interval '5 minutes' where id = $1", [id]);
    expect((await backend.call(unlockAccount, { id }, { as: mine.token })).status).toBe(409);
    expect((await backend.call(unlockAccount, { id })).status).toBe(200);
    expect(await backend.sql("select from account where id = $1 and locked_until is null", [id])).toHaveLength(1);
  });

  test("a role with more rights is not given, not even by making somebody new", async () => {
    const mine = await clerk(["parkList"]);
    const [low, high] = [await makeRole(["parkList"]), await makeRole(["parkList", "ticketList"])];
    const made = await make({ roleIds: [low] }, mine.token);
    expect(made.status).toBe(200);
    expect((await make({ roleIds: [high] }, mine.token)).errors?.roleIds?.[0]).toContain("您没有的权限");
    const raise = await backend.call(save, { id: made.id, name: "升", roleIds: [low, high] }, { as: mine.token });
    expect(raise.errors).toHaveProperty("roleIds");
    expect(await rolesOf(made.id)).toEqual([low]);
    expect((await make({ accType: "11" }, mine.token)).errors).toHaveProperty("accType");
    const { data } = await backend.call(operatorChoices, {}, { as: mine.token });
    expect(data.roles.find(({ id }) => id === high)?.mine).toBe(false);
    expect([data.administrator, data.roles.find(({ id }) => id === low)?.mine]).toEqual([false, true]);
  });

  test("nor a park that the giver does not work at, nor all of them", async () => {
    const [here, there] = [await makePark(), await makePark()];
    const mine = await clerk();
    await backend.sql("insert into account_park values ('0001', $1, $2)", [mine.id, here]);
    expect((await make({ parkIds: [there] }, mine.token)).errors).toHaveProperty("parkIds");
    expect((await make({ parkIds: [here, there] }, mine.token)).errors).toHaveProperty("parkIds");
    expect((await make({}, mine.token)).errors?.parkIds).toEqual(["请至少选择一个您所在的景区"]);
    const made = await make({ parkIds: [here] }, mine.token);
    expect(made.status).toBe(200);
    expect((await backend.call(save, { id: made.id, name: "x", parkIds: [] }, { as: mine.token })).status).toBe(422);
  });

  test("nobody changes their own roles, parks or type", async () => {
    const mine = await clerk(["parkList"]);
    const roleId = await makeRole(["parkList"]);
    const parkId = await makePark();
    for (const change of [{ roleIds: [roleId] }, { roleIds: [] }, { parkIds: [parkId] }, { accType: "11" as const }]) {
      const { status, message } = await backend.call(save, { id: mine.id, name: "我", ...change }, { as: mine.token });
      expect([status, message]).toEqual([409, "不能修改自己的角色、景区或账号类型"]);
    }
    expect((await backend.call(save, { id: mine.id, name: "我" }, { as: mine.token })).status).toBe(200);
    expect(await rolesOf(mine.id)).toHaveLength(1);
  });

  test("6b assigning roles takes a button of its own, and each command its own", async () => {
    const roleId = await makeRole([]);
    const editor = await backend.createUser({
      grants: ["userManage", "userManage/operator:add", "userManage/operator:edit"],
    });
    expect((await make({ roleIds: [roleId] }, editor.token)).message).toBe("您没有分配角色的权限");
    const { id, status } = await make({}, editor.token);
    expect(status).toBe(200);
    for (const method of [suspend, remove, operatorReset, unlockAccount])
      expect((await backend.call(method, { id }, { as: editor.token })).status, method.name).toBe(403);
    const nobody = await backend.createUser({ grants: ["parkList"] });
    expect((await backend.call(list, {}, { as: nobody.token })).status).toBe(403);
  });
});
