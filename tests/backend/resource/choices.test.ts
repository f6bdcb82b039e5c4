/** Trees, areas and masked fields of any resource. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { text, tree } from "~/contract/field-kinds";
import { lookupPaths } from "~/contract/platform/lookups";
import { resource } from "~/contract/resource";
import { park } from "~/contract/ticket/park";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { gateGroup, park as parkTable } from "~server/backend/business/ticket/schema";
import { serveResource } from "~server/backend/kernel/resource";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const label = () => "字段";
/** Over the table of gate groups: a leaf of the tree of parks, and a field that is masked. */
const specimen = resource("ticket", "specimen", {
  ...{ title: label, path: "/specimen", fun: "tktGateGroup", nameField: "name" },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({ label, required: true, code: true }),
    name: text({ label, required: true, list: true }),
    parkId: tree("park", { label, required: true, leafOnly: true }),
    remark: text({ label, mask: true, list: true }),
  },
});
const leaf = { table: parkTable, name: parkTable.name, parent: parkTable.parentId };

function specimenCall(name: keyof typeof specimen.methods, payload: object, token = backend.admin, language = "zh-CN") {
  const served = serveResource(specimen, { table: gateGroup, references: { parkId: leaf } });
  const app = createBackend({ database: backend.database, served });
  const body = new URLSearchParams(encodePayload({ method: specimen.methods[name].name, ...payload }));
  const headers = { "access-token": token, "accept-language": language };
  const reply = app.request(defaultPaths.ticket, { method: "POST", body, headers });
  return Promise.resolve(reply).then((response) => response.json());
}

const savePark = async (fields: object) => {
  const reply = await backend.call(park.methods.save, { seasons: [], ...fields } as never);
  return { ...reply, id: Number((reply.data as { id?: number } | undefined)?.id) };
};

describe("a tree", () => {
  it("5aa leaf only: a row with others below it cannot be chosen", async () => {
    const whole = await savePark({ code: "A", name: "云山" });
    const part = await savePark({ code: "B", name: "云山东区", parentId: whole.id });
    const at = (parkId: number, language?: string) =>
      specimenCall("save", { code: "S", name: "叶", parkId, remark: null }, undefined, language);
    expect((await at(whole.id)).errors).toEqual({ parkId: ["只能选择叶子节点"] });
    expect((await at(whole.id, "en")).errors).toEqual({ parkId: ["only the leaf node can be chosen"] });
    expect((await at(part.id)).success).toBe(true);
    const { options } = (await specimenCall("get", {})).data;
    expect(options.parkId).toContainEqual({ value: String(part.id), label: "云山东区", parent: String(whole.id) });
  });

  it("3n its nodes are asked for by field and a part of the name, each with its parent", async () => {
    const whole = await savePark({ code: "A", name: "云山" });
    const part = await savePark({ code: "B", name: "云山东区", parentId: whole.id });
    const asked = async (q: string) => (await specimenCall("options", { field: "parkId", q })).data.options;
    expect(await asked("东区")).toEqual([{ value: String(part.id), label: "云山东区", parent: String(whole.id) }]);
    expect(await asked("云山")).toHaveLength(2);
  });

  it("two people at once cannot close it into a ring", async () => {
    const [one, other] = [await savePark({ code: "A", name: "甲" }), await savePark({ code: "B", name: "乙" })];
    const under = (id: number, code: string, parentId: number) => savePark({ id, code, name: code, parentId });
    const moves = await Promise.all([under(one.id, "A", other.id), under(other.id, "B", one.id)]);
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await under(one.id, "A", one.id)).status).toBe(422);
  });
});

describe("areas", () => {
  it("3l are kept by code and read by full address; one that is not there is refused", async () => {
    const { id } = await savePark({ code: "A", name: "云山", areaCode: "110101" });
    const { options } = (await backend.call(park.methods.get, { id })).data;
    expect(options.areaCode).toEqual([{ value: "110101", label: "北京市东城区" }]);
    expect((await savePark({ code: "B", name: "乙", areaCode: "999999" })).errors).toEqual({
      areaCode: ["请选择列表中的选项"],
    });
  });

  it("9m the way down from the root 156 is told, at most 7 levels", async () => {
    const parents = ["110101", "110101001", "110101001001", "1101010010011"];
    for (const [index, parent] of parents.slice(0, -1).entries()) {
      await backend.sql("insert into area values ($1, $2, '村', '北京市东城区村', $3)", [
        parents[index + 1],
        parent,
        4 + index,
      ]);
    }
    const path = async (code: string) => {
      const reply = await backend.app.request(`${lookupPaths.areas}?pathOf=${code}`, {
        headers: { "access-token": backend.admin },
      });
      return ((await reply.json()).data as { areaCode: string }[]).map(({ areaCode }) => areaCode);
    };
    expect(await path("110101")).toEqual(["11", "1101", "110101"]);
    expect(await path("110101001001")).toHaveLength(5);
    expect(await path("nowhere")).toEqual([]);
  });
});

describe("a masked field", () => {
  it("6 is masked in row, list and log for who may not see it, and not theirs to change", async () => {
    const { id: parkId } = await savePark({ code: "A", name: "云山" });
    const fields = { code: "S", name: "叶", parkId };
    const { id } = (await specimenCall("save", { ...fields, remark: "秘密一" })).data;
    await specimenCall("save", { ...fields, id, remark: "秘密二" });
    const grants = ["tktGateGroup", "tktGateGroup/specimen:edit"];
    const { token } = await backend.createUser({ grants });
    const seen = await Promise.all([
      specimenCall("get", { id }, token),
      specimenCall("list", {}, token),
      specimenCall("changes", { id }, token),
    ]);
    expect(JSON.stringify(seen)).not.toContain("秘密");
    expect(seen[2].data.changes[0].fields).toEqual([{ field: "remark", before: "秘***", after: "秘***" }]);
    await specimenCall("save", { ...fields, id, name: "叶子", remark: "秘***" }, token);
    expect((await specimenCall("get", { id })).data.record).toMatchObject({ name: "叶子", remark: "秘密二" });
  });
});
