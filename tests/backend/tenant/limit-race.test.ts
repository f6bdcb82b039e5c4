/** Two at the last place of a limit: one gets it. With a control that takes the counting away. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "~/contract/platform/operator";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";
import { createGrounds, sell } from "../order/sold";
import { assign, makePackage } from "./platform";

let backend: TestBackend;
let admin: string;
beforeAll(async () => {
  backend = await openTestBackend();
  admin = await backend.createCorp("2001");
  const rights = ["userManage", "userManage/operator:add"];
  const id = await makePackage(backend, "两个账号", { rights, maxAccounts: 2 });
  await assign(backend, "2001", { packageId: id });
});
afterAll(() => backend.close());

const active = async () => {
  const [row] = await backend.sql<{ n: number }>(
    "select count(*)::int as n from account where corp_code = '2001' and status = 'T'",
  );
  return row?.n;
};
const add = (name: string) => backend.call(operator.methods.save, { accName: name, name, parkIds: [] }, { as: admin });

describe("two accounts at once at the last place", () => {
  test("one is made, the other refused with the limit", async () => {
    expect(await active()).toBe(1);
    const all = await raceToInsert(backend, "account", 4, (person) => add(`racer${person}`));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(all.find(({ status }) => status === 409)?.message).toContain("套餐最多 2 个启用账号");
    expect(await active()).toBe(2);
  });

  test.runIf(raceIsReal)("control: where nobody waits for the others, the limit is passed", async () => {
    await backend.sql("delete from account where corp_code = '2001' and acc_name like 'racer%'");
    const [kept] = await backend.sql<{ text: string }>(
      "select pg_get_functiondef('keep_within_package(text, text)'::regprocedure) as text",
    );
    const text = kept?.text ?? "";
    await backend.sql(text.replace(/perform pg_advisory_xact_lock[^;]+;/, "null;"));
    const all = await raceToInsert(backend, "account", 4, (person) => add(`racer${person}`));
    await backend.sql(text);
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
    await backend.sql("delete from account where corp_code = '2001' and acc_name like 'racer%'");
  });
});

test("orders at once at the last place of the month: one is sold", async () => {
  await backend.createCorp("2003");
  const grounds = await createGrounds(backend, "2003");
  const id = await makePackage(backend, "两单", { maxOrders: 2 });
  await assign(backend, "2003", { packageId: id });
  await sell(backend, grounds, {});
  const all = await race(backend, 3, () =>
    sell(backend, grounds, {}).then(
      () => "sold",
      () => "refused",
    ),
  );
  expect(all.toSorted()).toEqual(["refused", "refused", "sold"]);
});
