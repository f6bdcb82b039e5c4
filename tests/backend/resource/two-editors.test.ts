/** Row versions and the change log of any resource. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const fields = {
  ...{ code: "P1", name: "云山", address: null, openingHours: null, capacity: 800, introduction: null },
} as const;
const grants = ["parkList", "parkList/park:edit", "parkList/park:suspend"];
const { save, get, changes, suspend, remove } = park.methods;

const edit = (change: object, as?: string) =>
  backend.call(save, { ...fields, ...change } as never, as === undefined ? {} : { as });

async function created(): Promise<number> {
  return Number((await edit({})).data.id);
}

describe("two people at one row", () => {
  it("at once: one saves, the other is refused with the first one's name", async () => {
    const id = await created();
    const [one, other] = await Promise.all([backend.createUser({ grants }), backend.createUser({ grants })]);
    const edits = await Promise.all([
      edit({ id, rowVersion: 0, name: "甲" }, one.token),
      edit({ id, rowVersion: 0, address: "乙" }, other.token),
    ]);
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409]);
    const first = edits[0].status === 200 ? one : other;
    const refused = edits.find(({ status }) => status === 409);
    expect(refused?.message).toContain(`员工${first.accName}`);
    const { record } = (await backend.call(get, { id })).data;
    expect(record).toMatchObject({ rowVersion: 1, ...(first === one ? { name: "甲" } : { address: "乙" }) });
  });

  it("control: without the version the second wipes out what the first wrote", async () => {
    const id = await created();
    await edit({ id, rowVersion: 0, name: "甲" });
    const blind = await edit({ id, address: "乙" });
    expect(blind.status).toBe(200);
    expect((await backend.call(get, { id })).data.record).toMatchObject({ name: "云山", address: "乙" });
  });

  it("the changes since a version tell who, what, from what to what; suspending counts", async () => {
    const id = await created();
    const other = await backend.createUser({ grants });
    await edit({ id, rowVersion: 0, name: "甲", capacity: 900 }, other.token);
    await backend.call(suspend, { id }, { as: other.token });
    const since = async (version: number) => (await backend.call(changes, { id, since: version })).data.changes;
    expect(await since(0)).toMatchObject([
      { kind: "suspended", by: `员工${other.accName}`, fields: [{ field: "status", before: "T", after: "F" }] },
      {
        kind: "edited",
        fields: [
          { field: "name", before: "云山", after: "甲" },
          { field: "capacity", before: 800, after: 900 },
        ],
      },
    ]);
    expect((await since(1)).map(({ kind }) => kind)).toEqual(["suspended"]);
    expect(await since(2)).toEqual([]);
  });
});

describe("the change log", () => {
  it("goes by pages, newest first, down to the row's beginning", async () => {
    const id = await created();
    for (let n = 1; n <= 11; n += 1) await edit({ id, capacity: 800 + n });
    const first = (await backend.call(changes, { id })).data;
    const second = (await backend.call(changes, { id, pageNo: 2 })).data;
    expect([first.changes.length, first.more, second.changes.length, second.more]).toEqual([10, true, 2, false]);
    expect(second.changes.at(-1)).toMatchObject({ kind: "created", fields: [] });
  });

  it("is another tenant's as little as the row, and needs the function", async () => {
    const id = await created();
    const stranger = await backend.createCorp("0002");
    expect((await backend.call(changes, { id }, { as: stranger })).status).toBe(404);
    const nobody = await backend.createUser({ grants: ["tktPos"] });
    expect((await backend.call(changes, { id }, { as: nobody.token })).status).toBe(403);
  });

  it("of a row that is gone is not found", async () => {
    const id = await created();
    await backend.call(remove, { id });
    expect((await backend.call(changes, { id })).status).toBe(404);
  });
});
