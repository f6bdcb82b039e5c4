import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { boolean, date, moment, money, range, text, time } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { readCell } from "~server/backend/imports/cell-values";
import { noLookup } from "~server/backend/imports/lookups";
import { readTable } from "~server/backend/imports/read-table";
import { csv, xlsx } from "./importing";

const label = m.name;
const rowsOf = async (bytes: Buffer) => (await readTable(bytes)).rows.map(({ cells }) => cells);
const reasonOf = (bytes: Buffer) =>
  readTable(bytes).then(
    () => "read",
    (error: { reason?: string }) => error.reason,
  );

describe("a .csv", () => {
  it("is read in UTF-8 with its mark and without, and in GB18030", async () => {
    const rows = [["名称"], ["东门"]];
    expect(await rowsOf(csv(rows))).toEqual([["东门"]]);
    expect(await rowsOf(csv(rows, ""))).toEqual([["东门"]]);
    // 名称, 东门
    expect(await rowsOf(Buffer.from([0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0xb6, 0xab, 0xc3, 0xc5]))).toEqual([["东门"]]);
    expect(await reasonOf(Buffer.from([0xff, 0x0a, 0xff, 0x80]))).toBe("encoding");
  });

  it("quotes hold separators, line breaks and quotes; lines are told as in the file; blank ones are none", async () => {
    const { heading, rows } = await readTable(Buffer.from('a,b\r\n"1,\n""x""",2\r\n\r\n , \n3\r4,5'));
    expect(heading).toEqual(["a", "b"]);
    expect(rows).toEqual([
      { line: 2, cells: ['1,\n"x"', "2"] },
      { line: 6, cells: ["3"] },
      { line: 7, cells: ["4", "5"] },
    ]);
    expect(await rowsOf(Buffer.from("a;b\n1;2"))).toEqual([["1", "2"]]);
    expect(await rowsOf(Buffer.from("a\tb\n1\t2"))).toEqual([["1", "2"]]);
  });

  it("an apostrophe that our exports put before formulas is taken off again", async () => {
    expect(await rowsOf(Buffer.from("a\n'=1+1\n'ab"))).toEqual([["=1+1"], ["'ab"]]);
  });

  it("that never ends its quote, or has no end of cells, is refused", async () => {
    expect(await reasonOf(Buffer.from('a\n"1'))).toBe("broken");
    expect(await reasonOf(Buffer.from(`a\n${",".repeat(20_000)}`))).toBe("columns");
    expect(await reasonOf(Buffer.from("a\n\0"))).toBe("type");
  });
});

describe("an .xlsx", () => {
  it("cells are texts: numbers without an exponent, days and moments, formulas by their result", async () => {
    const rows = await rowsOf(
      await xlsx([
        ["a"],
        [13_800_138_000, 0.1 + 0.2, 1e-7, true, new Date("2026-01-05T00:00:00Z"), new Date("2026-01-05T08:30:00Z")],
        [" 左右 ", { formula: "A1", result: 5 }, { formula: "A1" }, null, null, "末"],
      ]),
    );
    expect(rows).toEqual([
      ["13800138000", "0.3", "0.0000001000", "true", "2026-01-05", "2026-01-05 08:30:00"],
      ["左右", "5", "=A1", "", "", "末"],
    ]);
  });

  it("its texts come first, wherever they stand in the archive, and its first shown sheet is read", async () => {
    const book = zip([
      ["xl/worksheets/sheet7.xml", sheet('<c r="A1" t="s"><v>0</v></c>', '<c r="A2" t="s"><v>1</v></c>')],
      [
        "xl/workbook.xml",
        workbook('<sheet name="隐" sheetId="1" state="hidden" r:id="r1"/><sheet name="显" sheetId="2" r:id="r2"/>'),
      ],
      ["xl/_rels/workbook.xml.rels", rels(["r1", "worksheets/none.xml"], ["r2", "/xl/worksheets/sheet7.xml"])],
      ["xl/sharedStrings.xml", Buffer.from("<sst><si><t>头</t></si><si><r><t>身</t></r><r><t>体</t></r></si></sst>")],
    ]);
    expect(await rowsOf(book)).toEqual([["身体"]]);
  });

  it("a bomb is not unpacked, whatever sizes it claims", async () => {
    const bomb = deflateRawSync(Buffer.alloc(65 * 1024 * 1024, 0x20), { level: 1 });
    for (const claimed of [65 * 1024 * 1024, 10]) {
      const book = zip(
        [
          ["xl/workbook.xml", workbook('<sheet name="x" sheetId="1" r:id="r1"/>')],
          ["xl/_rels/workbook.xml.rels", rels(["r1", "worksheets/sheet1.xml"])],
        ],
        ["xl/worksheets/sheet1.xml", bomb, claimed],
      );
      expect(book.length).toBeLessThan(1_000_000);
      expect(await reasonOf(book)).toBe("tooLarge");
    }
  });

  it("that is damaged, empty or no workbook at all is refused", async () => {
    const whole = await xlsx([["a"], ["1"]]);
    expect(await reasonOf(whole.subarray(0, 900))).toBe("broken");
    expect(await reasonOf(await xlsx([["a"]]))).toBe("empty");
    expect(await reasonOf(zip([["word/document.xml", Buffer.from("<x/>")]]))).toBe("broken");
    expect(await reasonOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe("broken");
    expect(await reasonOf(Buffer.alloc(0))).toBe("empty");
  });
});

describe("cells as values", () => {
  const value = (field: Parameters<typeof readCell>[0], cell: string) => {
    const read = readCell(field, cell, noLookup);
    return "value" in read ? read.value : { problem: read.problem };
  };

  it("days and times in the ways that people write them", () => {
    for (const written of ["2026-01-05", "2026/1/5", "2026.1.5", "2026年1月5日", "２０２６/1/5", "2026-01-05 00:00:00"])
      expect(value(date({ label }), written)).toBe("2026-01-05");
    expect(value(time({ label }), "8:30")).toBe("08:30");
    expect(value(time({ label }), "08:30:00")).toBe("08:30");
    expect(value(moment({ label }), "2026/1/5 8:30")).toBe("2026-01-05 08:30:00");
    expect(value(range({ label }), "2026/1/5 至 2026/2/1")).toBe("2026-01-05~2026-02-01");
    expect(value(date({ label }), "明天")).toBe("明天");
  });

  it("amounts, yes and no, defaults, and texts as they are", () => {
    expect(value(money({ label }), "1,234.50")).toBe(123_450);
    expect(value(money({ label }), "12.345")).toHaveProperty("problem");
    expect(["是", "Yes", "T", "1"].map((word) => value(boolean({ label }), word))).toEqual([true, true, true, true]);
    expect(["否", "no", "0"].map((word) => value(boolean({ label }), word))).toEqual([false, false, false]);
    expect(value(boolean({ label }), "也许")).toHaveProperty("problem");
    expect(value(text({ label, default: "甲" }), "")).toBe("甲");
    expect(value(text({ label }), "＝１")).toBe("＝１");
  });
});

const sheet = (...rows: string[]) =>
  Buffer.from(
    `<worksheet><sheetData>${rows.map((cells, place) => `<row r="${place + 1}">${cells}</row>`).join("")}</sheetData></worksheet>`,
  );
const workbook = (sheets: string) => Buffer.from(`<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`);
const rels = (...links: [string, string][]) =>
  Buffer.from(
    `<Relationships>${links.map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`).join("")}</Relationships>`,
  );

/** An archive; of a last part that is packed already it claims what it likes. */
function zip(parts: [string, Buffer][], last?: [name: string, packed: Buffer, claimed: number]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const packedParts = parts.map(([name, content]) => [name, deflateRawSync(content), content.length] as const);
  for (const [name, packed, size] of [...packedParts, ...(last ? [last] : [])]) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    files.push(Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), packed);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, tail, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length + (last ? 1 : 0), 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, ...directory, end]);
}
