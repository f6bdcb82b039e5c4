/** Imports that change rows: those whose code the file has. */
import { describe, expect, it } from "vitest";
import { pos } from "~/contract/ticket/gate";
import { park as parkResource } from "~/contract/ticket/park";
import { csv, importing } from "./importing";
import { posFiles } from "./pos-files";

const at = posFiles();
const { dieAt } = at;

const hand = () => importing(at.backend, pos.imports);
const heading = ["编码", "名称", "景区", "窗口", "打印机"];
const file = (...rows: (string | number)[][]) => csv([heading, ...rows]);
const change = (bytes: Buffer, as = at.backend.admin) => hand().checked(bytes, "a.csv", as, "change");
const save = (fields: object) => at.backend.call(pos.methods.save, fields as never);

interface Terminal {
  id: number;
  code: string;
  name: string;
  window: string | null;
  printer: string;
  row_version: number;
}
const terminals = async () =>
  at.backend.sql<Terminal>(
    "select id, code, name, \"window\", printer, row_version from pos where code like 'P-%' order by code",
  );
const seen = async () => (await terminals()).map(({ code, name, window }) => [code, name, window]);

/** P-1 (窗口 东) and P-2 (窗口 西). */
async function two(): Promise<[number, number]> {
  const made = async (code: string, window: string) =>
    (await save({ code, name: `终端 ${code}`, parkId: at.park.parkId, printer: "a4", window })).data.id;
  return [await made("P-1", "东"), await made("P-2", "西")];
}

async function imported(bytes: Buffer, mode: "all" | "good" = "all", as = at.backend.admin): Promise<number> {
  const { id } = await change(bytes, as);
  expect((await hand().run(id, mode, as)).message).toBe("");
  await hand().work();
  return id;
}

describe("7ap a row whose code is there is changed", () => {
  it("seen first: what is new, what changes from what to what, what stays; then written, each in the audit trail", async () => {
    await two();
    const bytes = csv([
      ["编码", "窗口", "打印机", "名称"],
      ["p-1", "南", "80 毫米小票", ""],
      ["P-2", "西", "", "终端 P-2"],
      ["P-3", "", "", ""],
    ]);
    const view = await change(bytes);
    expect(view).toMatchObject({ state: "checked", existing: "change", good: 1, changing: 1, same: 1, bad: 1 });
    const [changed, same, wrong] = view.page.records;
    expect(changed).toMatchObject({
      found: true,
      changes: [
        { column: 1, field: "window", before: "东", after: "南" },
        { column: 2, field: "printer", before: "a4", after: "receipt80" },
      ],
    });
    expect(view.options.printer?.map(({ value }) => value).sort()).toEqual(["a4", "receipt80"]);
    expect([same?.state, same?.changes, wrong?.found]).toEqual(["same", [], false]);
    // A new row takes more than one that is there.
    expect(wrong?.errors.map(({ message }) => message)).toEqual(["请输入名称", "景区: 请选择景区"]);
    expect((await hand().run(view.id, "all")).status).toBe(409);
    await hand().run(view.id, "good");
    await hand().work();
    expect(await hand().view(view.id)).toMatchObject({ state: "done", imported: 1, changed: 1, same: 1, bad: 1 });
    expect(await terminals()).toMatchObject([
      { code: "P-1", name: "终端 P-1", window: "南", printer: "receipt80", row_version: 1 },
      { code: "P-2", row_version: 0 },
    ]);
    const audits = await at.backend.sql(
      "select before, after from audit_log where method = 'posImportRun' and thing = 'pos'",
    );
    expect(audits).toMatchObject([{ before: { window: "东", rowVersion: 0 }, after: { window: "南", rowVersion: 1 } }]);
    const { changes } = (
      await at.backend.call(pos.methods.changes, { id: changed ? ((await terminals())[0]?.id ?? 0) : 0 })
    ).data;
    expect(changes[0]).toMatchObject({ kind: "edited", fields: [{ field: "window" }, { field: "printer" }] });
  });

  it("without that choice a code that is there is wrong, as ever", async () => {
    await two();
    const view = await hand().checked(file(["P-1", "别名", at.parkCode, "", "A4"]), "a.csv");
    expect(view.page.records[0]).toMatchObject({ state: "bad", found: false, errors: [{ column: 0 }] });
  });

  it("new rows and changed ones go together; the form's rules hold over the row as it will be", async () => {
    await two();
    const view = await change(
      file(["P-1", "甲", "", "", ""], ["P-2", "x".repeat(61), "没有的景区", "", ""], ["P-1", "乙", "", "", ""]),
    );
    expect(view.page.records.map(({ errors }) => errors.map(({ column }) => column))).toEqual([[], [2, 1], [0]]);
    await imported(file(["P-1", "甲", "", "", ""], ["P-9", "九", at.parkCode, "", "A4"]));
    expect(await seen()).toEqual([
      ["P-1", "甲", "东"],
      ["P-2", "终端 P-2", "西"],
      ["P-9", "九", null],
    ]);
  });

  it("a row that somebody changed since the check is not overwritten: of all rows none, of good rows the others", async () => {
    const [first] = await two();
    const bytes = file(["P-1", "甲", "", "", ""], ["P-2", "乙", "", "", ""], ["P-3", "丙", at.parkCode, "", "A4"]);
    const [all, good] = [await change(bytes), await change(bytes)];
    await save({ id: first, code: "P-1", name: "先到", parkId: at.park.parkId, printer: "a4", window: "东" });
    await hand().run(all.id, "all");
    await hand().work();
    const after = await hand().view(all.id);
    expect([after.state, after.imported, after.bad]).toEqual(["checked", 0, 1]);
    expect(after.page.records[0]?.errors[0]?.message).toContain("修改了这一行，没有覆盖");
    expect((await terminals()).length).toBe(2);
    await hand().run(good.id, "good");
    await hand().work();
    expect(await hand().view(good.id)).toMatchObject({ state: "done", imported: 2, changed: 1, bad: 1 });
    expect((await seen()).map(([, name]) => name)).toEqual(["先到", "乙", "丙"]);
  });

  it("two imports at once: each row is changed by one of them, and the other says so", async () => {
    await two();
    const rows = (name: string) =>
      file(["P-1", name, "", "", ""], ["P-2", name, "", "", ""], [`P-${name}`, name, at.parkCode, "", "A4"]);
    const [one, other] = [await change(rows("A")), await change(rows("B"))];
    await Promise.all([hand().run(one.id, "good"), hand().run(other.id, "good")]);
    await Promise.all([hand().worker().drain(), hand().worker().drain()]);
    const views = await Promise.all([hand().view(one.id), hand().view(other.id)]);
    expect(views.map(({ imported: n }) => n).reduce((sum, n) => sum + n)).toBe(4);
    expect(views.map(({ bad }) => bad).reduce((sum, n) => sum + n)).toBe(2);
    expect((await terminals()).slice(0, 2).map(({ row_version }) => row_version)).toEqual([1, 1]);
  });

  it("another tenant's code is just not there, and its row stays as it is", async () => {
    await two();
    const stranger = await at.backend.createCorp("4002");
    const { data } = await at.backend.call(parkResource.methods.save, { code: "PK-X", name: "别处" } as never, {
      as: stranger,
    });
    expect(data.id).toBeGreaterThan(0);
    const view = await change(file(["P-1", "他们的", "PK-X", "", "A4"]), stranger);
    expect(view.page.records[0]).toMatchObject({ state: "good", found: false, changes: [] });
    await hand().run(view.id, "all", stranger);
    await hand().work();
    expect((await terminals()).map(({ name }) => name).sort()).toEqual(["他们的", "终端 P-1", "终端 P-2"].sort());
  });

  it("killed in between, good rows go on where they stood, none changed twice", async () => {
    for (let n = 0; n < 80; n += 1)
      await save({ code: `P-${n}`, name: `终端 ${n}`, parkId: at.park.parkId, printer: "a4", window: "旧" });
    const rows = Array.from({ length: 80 }, (_, n) => [`P-${n}`, "", "", "新", ""]);
    const { id } = await change(file(...rows));
    await hand().run(id, "good");
    const live = await dieAt("P-70");
    await hand().work();
    expect(await hand().view(id)).toMatchObject({ state: "writing", imported: 50, changed: 50 });
    await live();
    await at.backend.sql("update job set run_at = now() where kind = 'import'");
    await hand().work();
    expect(await hand().view(id)).toMatchObject({ state: "done", imported: 80 });
    expect(new Set((await terminals()).map(({ window, row_version }) => `${window} ${row_version}`))).toEqual(
      new Set(["新 1"]),
    );
    const audits = await at.backend.sql("select id from audit_log where method = 'posImportRun' and thing = 'pos'");
    expect(audits.length).toBe(80);
  }, 60_000);
});

describe("7ap an import that changed rows is taken back", () => {
  it("former values come back and new rows go; what somebody changed or removed since stays, with its reason", async () => {
    const [, second] = await two();
    await save({ code: "P-3", name: "终端 P-3", parkId: at.park.parkId, printer: "a4", window: "北" });
    const id = await imported(
      file(
        ["P-1", "甲", "", "南", ""],
        ["P-2", "乙", "", "", ""],
        ["P-3", "丙", "", "", ""],
        ["P-4", "丁", at.parkCode, "", "A4"],
      ),
    );
    await save({ id: second, code: "P-2", name: "后来", parkId: at.park.parkId, printer: "a4", window: "西" });
    const third = (await terminals())[2]?.id ?? 0;
    await at.backend.call(pos.methods.remove, { id: third });
    await hand().undo(id);
    await hand().work();
    expect(await seen()).toEqual([
      ["P-1", "终端 P-1", "东"],
      ["P-2", "后来", "西"],
    ]);
    const view = await hand().view(id, at.backend.admin, "bad");
    expect(view).toMatchObject({ state: "undone", undone: 2, kept: 2 });
    expect(view.page.records.map(({ errors }) => errors[0]?.message)).toEqual(["导入后已被修改", "所查找的内容不存在"]);
    const audits = await at.backend.sql(
      "select before, after from audit_log where method = 'posImportUndo' and thing = 'pos' and after is not null",
    );
    expect(audits).toMatchObject([{ before: { name: "甲" }, after: { name: "终端 P-1" } }]);
  });

  it("one after the other, the latest first: each finds the row as it left it", async () => {
    await two();
    const first = await imported(file(["P-1", "甲", "", "", ""], ["P-7", "七", at.parkCode, "", "A4"]));
    const second = await imported(file(["P-1", "乙", "", "", ""], ["P-7", "八", "", "", ""]), "good");
    for (const id of [second, first]) {
      await hand().undo(id);
      await hand().work();
      expect(await hand().view(id)).toMatchObject({ state: "undone", undone: 2, kept: 0 });
    }
    expect((await seen()).map(([, name]) => name)).toEqual(["终端 P-1", "终端 P-2"]);
  });
});

describe("6 who may change rows from a file", () => {
  const fun = "tktPos";
  const rights = (...buttons: string[]) => ({
    grants: [fun, ...["import", ...buttons].map((one) => `${fun}/pos:${one}`)],
  });

  it("takes the buttons that add and edit as well, also when the job runs", async () => {
    await two();
    const bytes = file(["P-1", "甲", "", "", ""]);
    for (const some of [rights(), rights("add"), rights("edit")]) {
      const { token } = await at.backend.createUser(some);
      const path = await hand().upload(bytes, "a.csv", token);
      expect((await hand().start(path, token, "a-key-of-mine", "change")).status).toBe(403);
    }
    const { token, id: account } = await at.backend.createUser(rights("add", "edit"));
    const { id } = await change(bytes, token);
    const view = await hand().run(id, "all", token);
    expect(view.message).toBe("");
    await at.backend.sql(
      "delete from role_grant where button_code = 'pos:edit' and role_id in (select role_id from account_role where account_id = $1)",
      [account],
    );
    await hand().work();
    expect((await terminals())[0]).toMatchObject({ name: "终端 P-1", row_version: 0 });
    expect((await hand().run(id, "all", token)).status).toBe(403);
  });
});

describe("7ap rules of the data hold", () => {
  it("two parks of one file cannot each become a part of the other", async () => {
    const parks = importing(at.backend, parkResource.imports);
    for (const code of ["R-1", "R-2", "R-3"])
      await at.backend.call(parkResource.methods.save, { code, name: `园 ${code}` } as never);
    const { code, parentId } = parkResource.fields;
    const ring = csv([
      [code.label(), parentId.label()],
      ["R-1", "R-2"],
      ["R-2", "R-1"],
      ["R-3", "R-1"],
    ]);
    const parents = async () =>
      (
        await at.backend.sql<{ code: string; parent: string | null }>(
          "select c.code, p.code as parent from park c left join park p on p.id = c.parent_id where c.code like 'R-%' order by 1",
        )
      ).map(({ parent }) => parent);
    const all = await parks.checked(ring, "a.csv", at.backend.admin, "change");
    expect(all.good).toBe(3);
    await parks.run(all.id, "all");
    await parks.work();
    expect([(await parks.view(all.id)).bad, await parents()]).toEqual([1, [null, null, null]]);
    const good = await parks.checked(ring, "a.csv", at.backend.admin, "change");
    await parks.run(good.id, "good");
    await parks.work();
    expect([(await parks.view(good.id)).bad, await parents()]).toEqual([1, ["R-2", null, "R-1"]]);
  });
});
