import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { importPaths } from "~/contract/import";
import { ownJobCancel } from "~/contract/platform/job";
import { messageList } from "~/contract/platform/message";
import { gate, pos } from "~/contract/ticket/gate";
import { park as parkResource } from "~/contract/ticket/park";
import { ticketType } from "~/contract/ticket/ticket-type";
import { tokenHeader } from "~/contract/wire";
import { csv, importing, xlsx } from "./importing";
import { heading, posFiles } from "./pos-files";

const at = posFiles();
const { row, codes, dieAt } = at;

const save = ({ methods }: { methods: (typeof pos)["methods"] | (typeof parkResource)["methods"] }, fields: object) =>
  at.backend.call(methods.save, fields as never);
const rightsOf = (noun: string, fun: string) => ({ grants: [fun, `${fun}/${noun}:import`] });

describe("7ap a file is checked by the form's own rules", () => {
  it("each cell has its own messages; names and codes stand for ids, labels in any language for values", async () => {
    const { checked } = importing(at.backend, pos.imports);
    const view = await checked(
      await xlsx([
        ["编码", "Name", "景区 *", "窗口", "printer", "别的"],
        ["  P-1 ", " 一号机 ", "青云山景区", "1 号窗", "80 毫米小票", "?"],
        ["中文", "", "没有的景区", "x".repeat(41), "没有的打印机", null],
        [1001, "数字编码", at.parkCode.toLowerCase(), null, null, null],
        ["p-1", "重复", at.parkCode, null, "receipt 58 mm", null],
      ]),
    );
    expect([view.state, view.rows, view.good, view.bad]).toEqual(["checked", 4, 2, 2]);
    expect(view.columns.map(({ known }) => known)).toEqual([true, true, true, true, true, false]);
    const [good, bad, third, twin] = view.page.records;
    expect([good?.cells[0], good?.errors, third?.errors]).toEqual(["P-1", [], []]);
    expect([bad?.line, bad?.errors.map(({ column }) => column)]).toEqual([3, [2, 4, 0, 1, 3]]);
    expect(bad?.errors.find(({ column }) => column === 2)?.message).toBe("没有“没有的景区”");
    expect(bad?.errors.find(({ column }) => column === 1)?.message).toBe("请输入名称");
    expect(twin?.errors).toEqual([{ column: 0, message: "与第 2 行重复" }]);
    expect(await codes()).toEqual([]);
  });

  it("rules that only the data knows hold: codes taken, names that several have, groups of another park", async () => {
    const [taken] = await at.backend.sql<{ code: string }>("select code from pos");
    const { checked } = importing(at.backend, pos.imports);
    const view = await checked(
      csv([heading, ["", "", "", "", "A4"], row(taken?.code ?? ""), ["P-2", "", at.parkCode]]),
      "a.csv",
    );
    expect(view.page.records.map(({ errors }) => errors.map(({ column }) => column))).toEqual([[0, 1, 2], [0], [1]]);
    await save(parkResource, { code: "PK-2", name: "青云山景区" });
    const twice = await checked(csv([heading, ["P-3", "三号", "青云山景区", "", "A4"]]), "a.csv");
    expect(twice.page.records[0]?.errors[0]?.message).toBe("有多个“青云山景区”，请填写编码");
    const types = importing(at.backend, ticketType.imports);
    const [group] = await at.backend.sql<{ code: string }>("select code from gate_group");
    const other = await types.checked(
      csv([
        ["编码", "名称", "所属景区", "景区", "票面价", "挂牌价", "标价", "闸机组"],
        ["T-1", "成人票", "PK-2", "PK-2", "80", "80.5", "80.5", group?.code ?? ""],
        ["T-2", "成人票", at.parkCode, at.parkCode, "八十", "-1", "-1", group?.code ?? ""],
      ]),
      "a.csv",
    );
    const [first, second] = other.page.records;
    expect(first?.errors.map(({ message }) => message).join()).toContain("东门");
    expect(second?.errors.length).toBeGreaterThan(1);
  });

  it("typed cells: days, times, amounts, yes and no, formulas by what they came to and never reckoned", async () => {
    const { checked, run, work } = importing(at.backend, parkResource.imports);
    const view = await checked(
      await xlsx([
        ["编码", "名称", "地址", "capacity"],
        ["F-1", { formula: 'CONCATENATE("算","出")', result: "算出来的" }, { formula: "1+1" }, 12],
        ["F-2", "=1+1", "@SUM", { formula: "6*7", result: 42 }],
      ]),
    );
    expect(view.page.records.map(({ errors }) => errors)).toEqual([[], []]);
    await run(view.id, "all");
    await work();
    const rows = await at.backend.sql("select name, address, capacity from park where code like 'F-%' order by code");
    expect(rows.map(({ name, address }) => [name, address])).toEqual([
      ["算出来的", "=1+1"],
      ["=1+1", "@SUM"],
    ]);
    expect(rows[1]?.capacity).toBe(42);
  });

  it("a file that is none is refused in words", async () => {
    const { checked } = importing(at.backend, pos.imports);
    const problem = async (bytes: Buffer, name: string) => {
      const { state, problem: said } = await checked(bytes, name);
      expect(state).toBe("refused");
      return said;
    };
    expect(await problem(Buffer.from("PK\x03\x04 no zip at all"), "a.xlsx")).toContain("无法读取文件");
    expect(await problem(csv([heading]), "a.csv")).toContain("没有数据");
    expect(
      await problem(
        csv([
          ["甲", "乙"],
          ["1", "2"],
        ]),
        "a.csv",
      ),
    ).toContain("没有可识别的表头");
    expect(
      await problem(
        csv([
          ["编码", "窗口"],
          ["P-1", "2"],
        ]),
        "a.csv",
      ),
    ).toBe("缺少必填的列：名称、景区");
    const many = csv([heading, ...Array.from({ length: 5_001 }, (_, n) => row(`P-${n}`))]);
    expect(await problem(many, "a.csv")).toBe("一次最多导入 5000 行，请拆分后再导入");
    expect(await problem(Buffer.from([0xff, 0xc0, 0xc1, 0x2c, 0xff]), "a.csv")).toContain("编码");
    const { upload, start } = importing(at.backend, pos.imports);
    expect(await problem(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "a.xls")).toContain(
      "无法读取文件",
    );
    const text = await start(await upload(Buffer.from("编码,名称"), "a.txt"));
    expect([text.status, text.errors?.file?.[0]]).toEqual([422, "只能导入 .xlsx、.xls 或 .csv 文件"]);
    await expect(upload(Buffer.alloc(0), "a.csv")).rejects.toThrow();
  });
});

describe("7ap what was checked is written", () => {
  it("everything or nothing: one wrong row and none is in; without it all are, in one audit entry each", async () => {
    const { checked, run, work, view } = importing(at.backend, pos.imports);
    const wrong = await checked(await xlsx([heading, row("P-1"), row("坏")]));
    const no = await run(wrong.id, "all");
    expect([no.status, no.message]).toEqual([409, "有 1 行有错误，请修改文件，或选择只导入正确的行"]);
    const right = await checked(await xlsx([heading, row("P-1"), row("P-2")]));
    await run(right.id, "all");
    await work();
    expect(await codes()).toEqual(["P-1", "P-2"]);
    expect(await view(right.id)).toMatchObject({ state: "done", imported: 2, good: 0, bad: 0, mayUndo: true });
    const audits = await at.backend.sql("select label from audit_log where method = 'posImportRun' and thing = 'pos'");
    expect(audits.length).toBe(2);
    const { data } = await at.backend.call(messageList, {});
    expect(data.records[0]).toMatchObject({ kind: "task", link: `/manage/tktPos/import/${right.id}` });
    expect(data.records[0]?.title).toContain("成功 2 行");
  });

  it("good rows only: the others stay out, and in the file of errors with what is wrong beside them", async () => {
    const { checked, run, work, view } = importing(at.backend, pos.imports);
    const { id } = await checked(
      csv([
        [...heading, "备注"],
        [...row("P-1"), "甲"],
        [...row("坏"), "乙"],
      ]),
      "终端.csv",
    );
    await run(id, "good");
    await work();
    expect(await codes()).toEqual(["P-1"]);
    expect(await view(id)).toMatchObject({ state: "done", imported: 1, bad: 1 });
    const file = await at.backend.app.request(`${importPaths.errors}?business=ticket&noun=pos&id=${id}`, {
      headers: { [tokenHeader]: at.backend.admin },
    });
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines[0]).toBe("编码 *,名称 *,景区 *,窗口,打印机 *,备注,错误说明");
    expect(lines.length).toBe(2);
    expect(lines[1]).toMatch(/^坏,终端 坏,.*,乙,编码 \*：/);
  });

  it("pressed twice it is one import, and written once, also by two workers at a time", async () => {
    const { upload, start, run, worker, work, view } = importing(at.backend, pos.imports);
    const path = await upload(await xlsx([heading, row("P-1"), row("P-2")]));
    const [one, other] = await Promise.all([
      start(path, at.backend.admin, "same-key-1"),
      start(path, at.backend.admin, "same-key-1"),
    ]);
    expect(one.data.id).toBe(other.data.id);
    await work();
    const pressed = await Promise.all([run(one.data.id, "good"), run(one.data.id, "good")]);
    expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
    await Promise.all([worker().drain(), worker().drain()]);
    expect((await run(one.data.id, "good")).status).toBe(200);
    await work();
    expect(await codes()).toEqual(["P-1", "P-2"]);
    expect(await view(one.data.id)).toMatchObject({ state: "done", imported: 2 });
  });

  it("what somebody took since the check is not taken again: of all rows none is in, of good rows the others", async () => {
    const { checked, run, work, view } = importing(at.backend, pos.imports);
    const bytes = await xlsx([heading, row("P-1"), row("P-2")]);
    const all = await checked(bytes);
    const good = await checked(bytes);
    await save(pos, { code: "P-1", name: "先来", parkId: at.park.parkId, printer: "a4" });
    await run(all.id, "all");
    await work();
    const after = await view(all.id);
    expect([after.state, after.imported, after.bad]).toEqual(["checked", 0, 1]);
    expect(after.problem).toContain("没有导入任何行");
    await run(good.id, "good");
    await work();
    expect(await view(good.id)).toMatchObject({ state: "done", imported: 1, bad: 1 });
    expect(await codes()).toEqual(["P-1", "P-2"]);
  });

  it("killed in between, good rows go on where they stood, none twice", async () => {
    const { checked, run, work, view } = importing(at.backend, pos.imports);
    const { id } = await checked(await xlsx([heading, ...Array.from({ length: 120 }, (_, n) => row(`K-${n}`))]));
    await run(id, "good");
    const live = await dieAt("K-110");
    await work();
    expect((await codes()).length).toBe(100);
    expect(await view(id)).toMatchObject({ state: "writing", imported: 100 });
    await live();
    await at.backend.sql("update job set run_at = now() where kind = 'import'");
    await work();
    expect(await view(id)).toMatchObject({ state: "done", imported: 120 });
    expect(new Set(await codes()).size).toBe(120);
  }, 60_000);

  it("killed in between, of all rows none is in; cancelled it may be begun again", async () => {
    const { checked, run, work, view } = importing(at.backend, pos.imports);
    const { id } = await checked(await xlsx([heading, row("A-1"), row("A-2")]));
    await run(id, "all");
    const live = await dieAt("A-2");
    await work();
    expect(await codes()).toEqual([]);
    await at.backend.call(ownJobCancel, { id: (await view(id)).jobId });
    expect(await view(id)).toMatchObject({ state: "checked", imported: 0, good: 2 });
    await live();
    await run(id, "all");
    await work();
    expect(await view(id)).toMatchObject({ state: "done", imported: 2 });
  });
});

describe("7ap the latest import is taken back", () => {
  it("but for rows that were changed or are used; each says why it stays", async () => {
    const { checked, run, undo, work, view } = importing(at.backend, parkResource.imports);
    const line = (code: string) => [code, `景区 ${code}`];
    const { id } = await checked(csv([["编码", "名称"], line("U-1"), line("U-2"), line("U-3"), line("U-4")]), "a.csv");
    await run(id, "all");
    await work();
    const made = await at.backend.sql<{ id: number; row_version: number }>(
      "select id, row_version from park where code like 'U-%' order by code",
    );
    const [, changed, used, gone] = made;
    const { methods } = parkResource;
    await save(parkResource, { id: changed?.id, code: "U-2", name: "改过" });
    await at.backend.call(gate.methods.list, {});
    await save(pos, { code: "POS-U", name: "用着", parkId: used?.id, printer: "a4" });
    await at.backend.call(methods.remove, { id: gone?.id ?? 0 });
    expect((await undo(id)).status).toBe(200);
    expect((await undo(id)).status).toBe(200);
    await work();
    const after = await view(id, at.backend.admin, "bad");
    expect(after).toMatchObject({ state: "undone", undone: 2, kept: 2, mayUndo: false });
    expect(after.page.records.map(({ errors }) => errors[0]?.message)).toEqual([
      "导入后已被修改",
      expect.stringContaining("用着"),
    ]);
    const left = await at.backend.sql<{ code: string }>("select code from park where code like 'U-%' order by code");
    expect(left.map(({ code }) => code)).toEqual(["U-2", "U-3"]);
    const audits = await at.backend.sql(
      "select label from audit_log where method = 'parkImportUndo' and thing = 'park'",
    );
    expect(audits.length).toBe(1);
    expect((await undo(id)).status).toBe(200);
  });

  it("an earlier one is not, until those after it are", async () => {
    const { checked, run, undo, work } = importing(at.backend, pos.imports);
    const bring = async (code: string) => {
      const { id } = await checked(csv([heading, row(code)]), "a.csv");
      await run(id, "all");
      await work();
      return id;
    };
    const [first, second] = [await bring("P-1"), await bring("P-2")];
    expect((await undo(first)).message).toBe("只能撤销最近一次导入");
    await undo(second);
    await work();
    expect((await undo(first)).status).toBe(200);
    await work();
    expect(await codes()).toEqual([]);
  });
});

describe("6 an import is its owner's", () => {
  it("without the button nothing of it is had; who loses it before the job runs gets nothing written", async () => {
    const { token: plain } = await at.backend.createUser({ grants: ["tktPos", "tktPos/pos:add"] });
    const { token, id: account } = await at.backend.createUser(rightsOf("pos", "tktPos"));
    const hand = importing(at.backend, pos.imports);
    const path = await hand.upload(csv([heading, row("P-1")]), "a.csv", plain);
    expect((await hand.start(path, plain)).status).toBe(403);
    const template = `${importPaths.template}?business=ticket&noun=pos`;
    expect((await at.backend.app.request(template, { headers: { [tokenHeader]: plain } })).status).toBe(403);
    expect((await at.backend.app.request(template)).status).toBe(401);
    // Somebody else's file.
    expect((await hand.start(path, token)).status).toBe(422);
    const { id } = await hand.checked(csv([heading, row("P-1")]), "a.csv", token);
    await hand.run(id, "all", token);
    await at.backend.sql("delete from account_role where account_id = $1", [account]);
    await hand.work();
    expect(await codes()).toEqual([]);
  });

  it("another account, another tenant and another resource do not find it", async () => {
    const hand = importing(at.backend, pos.imports);
    const { id } = await hand.checked(csv([heading, row("P-1")]), "a.csv");
    const { token } = await at.backend.createUser(rightsOf("pos", "tktPos"));
    const stranger = await at.backend.createCorp("4002");
    for (const as of [token, stranger]) {
      expect((await at.backend.call(hand.methods.get, { id }, { as })).status).toBe(404);
      expect((await hand.run(id, "all", as)).status).toBe(404);
      expect((await hand.undo(id, as)).status).toBe(404);
      const errors = `${importPaths.errors}?business=ticket&noun=pos&id=${id}`;
      expect((await at.backend.app.request(errors, { headers: { [tokenHeader]: as } })).status).toBe(404);
    }
    const gates = importing(at.backend, gate.imports);
    expect((await at.backend.call(gates.methods.get, { id })).status).toBe(404);
    expect((await at.backend.call(gates.methods.get, {})).data).toBeNull();
  });
});

describe("7 the template", () => {
  it("has the form's columns, notes and choices; what it says it takes is taken", async () => {
    const fetch = (format: string) =>
      at.backend.app.request(`${importPaths.template}?business=ticket&noun=gate&format=${format}`, {
        headers: { [tokenHeader]: at.backend.admin },
      });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await (await fetch("xlsx")).arrayBuffer()) as ArrayBuffer);
    const [sheet, rules, choices] = book.worksheets;
    const labels = Object.values(sheet?.getRow(1).values ?? []).map(String);
    expect(labels).toEqual(expect.arrayContaining(["编码 *", "名称 *", "闸机组 *", "景区 *"]));
    expect(JSON.stringify(sheet?.getCell("A1").note)).toContain("字母、数字和短横线");
    expect([rules?.name, choices?.name]).toEqual(["填写说明", "选项"]);
    expect(choices?.getColumn(2).values).toContain("东门");
    const text = Buffer.from(await (await fetch("csv")).arrayBuffer()).toString("utf8");
    expect(text.startsWith("\uFEFF编码 *,名称 *")).toBe(true);
    sheet?.addRow(
      labels.map(
        (label) => ({ "编码 *": "G-9", "名称 *": "西门", "闸机组 *": "东门", "景区 *": at.parkCode })[label] ?? "",
      ),
    );
    const { checked } = importing(at.backend, gate.imports);
    const view = await checked(Buffer.from((await book.xlsx.writeBuffer()) as ArrayBuffer));
    expect(view.page.records.map(({ errors }) => errors)).toEqual([[]]);
  });
});
