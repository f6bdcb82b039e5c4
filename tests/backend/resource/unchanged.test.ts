/** A save that changed nothing wrote an entry in the log and made everybody else's page stale. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/contract/platform/operator";
import { role, roleRights, roleRightsSave } from "~/contract/platform/role";
import { park as parkResource } from "~/contract/ticket/park";
import { pricePolicySave } from "~/contract/ticket/price";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const state = async (table: string, id: number) => {
  const [row] = await backend.sql<{ version: number; entries: number }>(
    `select row_version as version, (select count(*)::int from audit_log) as entries from ${table} where id = $1`,
    [id],
  );
  return row;
};

/** Saves twice alike, then otherwise: the second writes nothing, the third does. */
async function proves(
  table: string,
  save: (name: string, id?: number) => Promise<{ success: boolean; data: { id: number } }>,
) {
  const first = await save("甲");
  expect(first.success, JSON.stringify(first)).toBe(true);
  const { id } = first.data;
  const before = await state(table, id);
  const again = await save("甲", id);
  expect(again.success, JSON.stringify(again)).toBe(true);
  expect(await state(table, id)).toEqual(before);
  expect((await save("乙", id)).success).toBe(true);
  expect(await state(table, id)).toEqual({
    version: (before?.version ?? 0) + 1,
    entries: (before?.entries ?? 0) + 1,
  });
}

test("of a resource", () =>
  proves("park", (name, id) =>
    backend.call(parkResource.methods.save, { code: "UNCHANGED", name, seasons: [], ...(id && { id }) } as never),
  ));

test("of a price policy and of a quota", async () => {
  const { adultId } = await createPark(backend);
  const policy = {
    ...{ ticketTypeId: adultId, channel: "any", customerGroup: "any", startDay: "2026-01-01", endDay: "2026-12-31" },
    ...{ weekdays: "FFFFFTT", holidays: "any", slot: "", price: 9900, priority: 10 },
  };
  await proves("price_policy", (name, id) =>
    backend.call(pricePolicySave, { ...policy, name, ...(id && { id }) } as never),
  );
  const pool = { ticketTypeIds: [adultId], dailyTotal: 100 };
  await proves("quota_pool", (name, id) => backend.call(quotaPoolSave, { ...pool, name, ...(id && { id }) } as never));
});

test("of an operator", () =>
  proves("account", (name, id) =>
    backend.call(operator.methods.save, { accName: "unchanged", name, ...(id && { id }) } as never),
  ));

test("of a role's rights", async () => {
  const { data } = await backend.call(role.methods.save, {
    code: "unchanged",
    name: "临时",
    dataScope: "all",
  } as never);
  const save = async (rights: string[]) => {
    const { rowVersion } = (await backend.call(roleRights, { id: data.id })).data.role;
    return backend.call(roleRightsSave, { id: data.id, rowVersion, rights });
  };
  await save(["parkList"]);
  const before = await state("role", data.id);
  expect((await save(["parkList"])).success).toBe(true);
  expect(await state("role", data.id)).toEqual(before);
  expect((await save([])).success).toBe(true);
  expect((await state("role", data.id))?.version).toBe((before?.version ?? 0) + 1);
});
