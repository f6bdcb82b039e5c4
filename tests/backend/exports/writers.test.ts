import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import type { ExportFormat } from "~/contract/export";
import { writerFor } from "~server/backend/exports/formats";
import { type CellValue, looksLikeFormula, type TableColumn } from "~server/backend/exports/table-writer";
import { readXls } from "~tests/support/read-xls";

const columns: TableColumn[] = [
  { label: "编号", kind: "text" },
  { label: "数量", kind: "number" },
  { label: "金额", kind: "money" },
  { label: "日期", kind: "day" },
  { label: "时间", kind: "moment" },
];

async function fileOf(format: ExportFormat, batches: CellValue[][][], of = columns): Promise<Buffer> {
  const sections: Buffer[][] = [];
  const sink = {
    write(section: number, bytes: Uint8Array) {
      sections[section] ??= [];
      sections[section]?.push(Buffer.from(bytes));
    },
  };
  const writer = writerFor(format, { title: "订单/全部", columns: of, sink });
  for (const rows of batches) await writer.add(rows);
  await writer.end();
  return Buffer.concat(sections.flat());
}

const row: CellValue[] = ["OD1", 3, 12_345, "2026-11-21", "2026-11-21 18:00:00"];
const serial = (Date.UTC(2026, 10, 21) - Date.UTC(1899, 11, 30)) / 86_400_000;

describe("7ak 9v an export is a real .xls", () => {
  it("texts, numbers, amounts, days and moments are cells of their kind", async () => {
    const [sheet] = readXls(await fileOf("xls", [[row]]));
    expect(sheet?.name).toBe("订单 全部");
    expect(sheet?.rows[0]?.map(({ value }) => value)).toEqual(["编号", "数量", "金额", "日期", "时间"]);
    expect(sheet?.rows[1]?.map(({ value, format }) => [value, format])).toEqual([
      ["OD1", "@"],
      [3, "0"],
      [123.45, "#,##0.00"],
      [serial, "yyyy-mm-dd"],
      [serial + 0.75, "yyyy-mm-dd hh:mm:ss"],
    ]);
  });

  it("past 65,536 rows it goes on in the next sheet, with the heading again", async () => {
    const batch = (from: number, n: number) =>
      Array.from({ length: n }, (_, place) => [`行${from + place}`, from + place]);
    const of: TableColumn[] = [
      { label: "名称", kind: "text" },
      { label: "序号", kind: "number" },
    ];
    const batches = Array.from({ length: 140 }, (_, place) => batch(place * 500, 500));
    const sheets = readXls(await fileOf("xls", batches, of));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ["订单 全部", 65_536],
      ["订单 全部 2", 70_000 - 65_535 + 1],
    ]);
    expect(sheets[0]?.rows[65_535]?.map(({ value }) => value)).toEqual(["行65534", 65_534]);
    expect(sheets[1]?.rows[0]?.map(({ value }) => value)).toEqual(["名称", "序号"]);
    expect(sheets[1]?.rows.at(-1)?.map(({ value }) => value)).toEqual(["行69999", 69_999]);
  });

  it("a file so large that the container's tables need tables is whole", async () => {
    const of: TableColumn[] = Array.from({ length: 4 }, (_, n) => ({ label: `列${n}`, kind: "text" }));
    const batches = Array.from({ length: 24 }, (_, b) =>
      Array.from({ length: 1_000 }, (_, n) =>
        of.map((_, c) => `第${b * 1_000 + n}行第${c}列${"很长的文字".repeat(9)}`),
      ),
    );
    const file = await fileOf("xls", batches, of);
    expect(file.length).toBeGreaterThan(109 * 128 * 512);
    const [sheet] = readXls(file);
    expect(sheet?.rows.length).toBe(24_001);
    expect(sheet?.rows[24_000]?.[3]?.value).toBe(`第23999行第3列${"很长的文字".repeat(9)}`);
  });

  it("long texts of either width cross the borders of records unharmed; more than Excel's cell holds is cut", async () => {
    const texts = [8_000, 5_000, 4_111, 4_112, 4_113, 32_767].flatMap((n) => ["x".repeat(n), "票".repeat(n)]);
    const of: TableColumn[] = [{ label: "文", kind: "text" }];
    const [sheet] = readXls(await fileOf("xls", [[...texts, "长".repeat(40_000)].map((text) => [text])], of));
    expect(sheet?.rows.slice(1, -1).map(([cell]) => cell?.value)).toEqual(texts);
    expect(String(sheet?.rows.at(-1)?.[0]?.value).length).toBe(32_767);
  });

  it("an empty cell is none, and a day that is none stays text", async () => {
    const [sheet] = readXls(await fileOf("xls", [[["", null, null, "长期", null]]]));
    expect(sheet?.rows[1]?.filter(Boolean).map(({ value }) => value)).toEqual(["长期"]);
  });
});

describe("formulas in text", () => {
  const dangerous = ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "=cmd|'/c calc'!A0", "＝1"];
  const harmless = ["-12.50", "A=1", "13800138000", "a-b"];

  it("are known for what they are", () => {
    expect(dangerous.filter(looksLikeFormula)).toEqual(dangerous);
    expect(harmless.filter(looksLikeFormula)).toEqual([]);
  });

  it("reckon nothing in any format", async () => {
    const of: TableColumn[] = [{ label: "=标题", kind: "text" }];
    const rows = [...dangerous, ...harmless].map((text) => [text]);
    const [sheet] = readXls(await fileOf("xls", [rows], of));
    expect(sheet?.rows.slice(1).map(([cell]) => cell?.quoted)).toEqual([
      ...dangerous.map(() => true),
      ...harmless.map(() => false),
    ]);
    const csv = (await fileOf("csv", [rows], of)).toString("utf8");
    const lines = csv.split("\r\n");
    expect(csv.startsWith("\uFEFF'=标题\r\n'=1+1\r\n")).toBe(true);
    expect(lines.filter((line) => /^"?[=+@]/.test(line))).toEqual([]);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await fileOf("xlsx", [rows], of)) as unknown as ArrayBuffer);
    const cell = workbook.worksheets[0]?.getCell("A2");
    expect([cell?.type, cell?.value, cell?.numFmt]).toEqual([ExcelJS.ValueType.String, "=1+1", "@"]);
  });
});

describe("the other formats", () => {
  it("xlsx has cells of their kind", async () => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await fileOf("xlsx", [[row], [row]])) as unknown as ArrayBuffer);
    const [sheet] = workbook.worksheets;
    expect(sheet?.name).toBe("订单 全部");
    expect(sheet?.rowCount).toBe(3);
    const cells = [1, 2, 3, 4, 5].map((place) => sheet?.getRow(3).getCell(place));
    expect(cells.map((cell) => cell?.value)).toEqual([
      "OD1",
      3,
      123.45,
      new Date("2026-11-21T00:00:00Z"),
      new Date("2026-11-21T18:00:00Z"),
    ]);
    expect(cells[2]?.numFmt).toBe("#,##0.00");
  });

  it("csv quotes what must be quoted, and tells its encoding", async () => {
    const of: TableColumn[] = [
      { label: "名", kind: "text" },
      { label: "额", kind: "money" },
    ];
    const csv = (
      await fileOf(
        "csv",
        [
          [
            ['a"b,c\nd', 5],
            [null, null],
          ],
        ],
        of,
      )
    ).toString("utf8");
    expect(csv).toBe('\uFEFF名,额\r\n"a""b,c\nd",0.05\r\n,\r\n');
  });
});
