/**
 * `.xls` files: our own, those of another program (`files/*.xls`, saved by LibreOffice 7.4), those with a password, and
 * any number of broken ones.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importPaths } from "~/contract/import";
import { pos } from "~/contract/ticket/gate";
import { tokenHeader } from "~/contract/wire";
import { longs, longText, record, shortText, words } from "~server/backend/exports/biff-records";
import { compoundFile } from "~server/backend/exports/compound-file";
import { dateOf, isDateFormat } from "~server/backend/imports/date-format";
import { readTable } from "~server/backend/imports/read-table";
import { UnreadableFile } from "~server/backend/imports/unreadable";
import { readXls } from "~tests/support/read-xls";
import { writeXls } from "~tests/support/write-xls";
import { importing } from "./importing";
import { heading, posFiles } from "./pos-files";

const fixture = (name: string) => readFileSync(new URL(`./files/${name}`, import.meta.url));

/** A file of these records: of the book, and of its one sheet. */
function book(globals: Buffer[], sheet: Buffer[], name = "Workbook"): Buffer {
  const begin = (kind: number) => record(0x0809, words(0x0600, kind, 0, 0), longs(0, 0));
  const end = record(0x000a);
  const listed = shortText("数据");
  const before = [begin(5), ...globals].reduce((sum, { length }) => sum + length, 0) + 10 + listed.length + end.length;
  const entry = record(0x0085, longs(before), words(0), listed);
  return contained(Buffer.concat([begin(5), ...globals, entry, end, begin(0x10), ...sheet, end]), name);
}

function contained(stream: Buffer, name = "Workbook"): Buffer {
  const { header, tail } = compoundFile(name, stream.length);
  return Buffer.concat([header, stream, tail]);
}

const label = (row: number, column: number, text: string) => record(0x0204, words(row, column, 0), longText(text));
const reasonOf = (bytes: Buffer) =>
  readTable(bytes).then(
    () => "read",
    (error: unknown) => (error instanceof UnreadableFile ? error.reason : String(error)),
  );
const rowsOf = async (bytes: Buffer) => (await readTable(bytes)).rows.map(({ cells }) => cells);

describe("an .xls", () => {
  it("of our own comes back as it was written, over thousands of rows", async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => [`P-${n}`, "青云山".repeat((n % 40) + 1), `=${n}`]);
    const { heading: labels, rows: read } = await readTable(await writeXls(["编码", "名称", "算"], rows));
    expect(labels).toEqual(["编码", "名称", "算"]);
    expect(read.map(({ cells }) => cells)).toEqual(rows);
    expect(read.at(-1)?.line).toBe(3_001);
    expect(await rowsOf(await writeXls(["数"], [[42], [-0.5], [13_800_138_000]], "number"))).toEqual([
      ["42"],
      ["-0.5"],
      ["13800138000"],
    ]);
  });

  it("of another program: the first sheet in sight, numbers, days and times, formulas by what they came to", async () => {
    const { heading: labels, rows } = await readTable(fixture("office.xls"));
    expect(labels).toEqual(["编码", "名称", "数", "日", "时", "果"]);
    expect(rows).toEqual([
      { line: 2, cells: ["P-1", "一号机 “东”", "42", "2026-01-05", "2026-01-05 08:30:00", "3"] },
      { line: 3, cells: ["1001", "0.1", "-12.34", "13800138000", "08:30:00", "算出"] },
      { line: 4, cells: ["true", "粗细", "#DIV/0!", "0.0000001000", "0.256", "true"] },
      // A text that is longer than a record.
      { line: 6, cells: ["P-1", "长".repeat(4_200), "末", "1999-02-15", "123456.789"] },
    ]);
    expect(await rowsOf(fixture("office-1904.xls"))).toEqual([["P-9", "", "", "2026-01-05", "12:00:00", "1.5"]]);
  });

  it("days are what their format says", () => {
    const texts = ['yyyy"年"m"月"d"日"', "[$-804]aaaa;@", "[h]:mm", "d. mmmm yyyy", "h:mm AM/PM"];
    expect(texts.map((text) => isDateFormat(164, text))).toEqual([true, true, true, true, true]);
    const others = ["General", "#,##0.00;[Red]-#,##0.00", '0.0"days"', "0.00E+00", "@", "_-* #,##0\\ \\d_-"];
    expect(others.map((text) => isDateFormat(164, text))).toEqual([false, false, false, false, false, false]);
    expect([14, 22, 31, 57, 1, 4, 49].map((number) => isDateFormat(number, undefined))).toEqual([
      ...[true, true, true, true],
      ...[false, false, false],
    ]);
    // 29 February 1900, which was not, is number 60.
    expect([1, 59, 61].map((number) => dateOf(number, false)?.toISOString().slice(0, 10))).toEqual([
      "1900-01-01",
      "1900-02-28",
      "1900-03-01",
    ]);
    expect(dateOf(1, true)?.toISOString().slice(0, 10)).toBe("1904-01-02");
    expect([dateOf(-1, false), dateOf(Number.NaN, false), dateOf(1e300, false)]).toEqual([null, null, null]);
  });

  it("with a password, of a time before this format, or with something else inside says so", async () => {
    const rows = [label(0, 0, "编码"), label(1, 0, "P-1")];
    expect(await rowsOf(book([], rows))).toEqual([["P-1"]]);
    expect(await reasonOf(book([record(0x002f, words(1, 1, 1))], rows))).toBe("encrypted");
    expect(await reasonOf(contained(Buffer.alloc(5_000), "EncryptedPackage"))).toBe("encrypted");
    expect(await reasonOf(contained(record(0x0809, words(0x0500, 5, 0, 0)), "Book"))).toBe("oldXls");
    expect(await reasonOf(Buffer.from([0x09, 0x00, 0x04, 0x00, 2, 0, 0x10, 0]))).toBe("oldXls");
    expect(await reasonOf(contained(Buffer.alloc(5_000), "WordDocument"))).toBe("broken");
    expect(await reasonOf(book([], []))).toBe("empty");
  });

  it("with too many rows, columns, or letters is refused, and a text that many cells share is no way round", async () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => label(n + 1, 0, `P-${n}`));
    expect(await reasonOf(book([], [label(0, 0, "编码"), ...rows]))).toBe("rows");
    expect(
      await reasonOf(
        book(
          [],
          [...rows, ...rows].map((_, n) => label(n, 0, "x")),
        ),
      ),
    ).toBe("rows");
    expect(await reasonOf(book([], [label(0, 200, "编码")]))).toBe("columns");
    const long = record(0x00fc, longs(1, 1), longText("x".repeat(8_000)));
    const cell = (row: number, column: number) => record(0x00fd, words(row, column, 0), longs(0));
    const cells = Array.from({ length: 200 * 200 }, (_, n) => cell(Math.floor(n / 200), n % 200));
    expect(await reasonOf(book([long], cells))).toBe("tooLarge");
    expect(await reasonOf(book([long], [record(0x00fd, words(0, 0, 0), longs(7))]))).toBe("broken");
  });

  it("whose chains run in circles or out of the file is broken, and read to no end", async () => {
    const good = await writeXls(["编码"], [["P-1"]]);
    const sectors = good.length / 512 - 1;
    const changed = (at: number, value: number) => {
      const bytes = Buffer.from(good);
      bytes.writeUInt32LE(value, at);
      return bytes;
    };
    const fat = (sectors - 2 + 1) * 512;
    for (const value of [0, 1, 7, sectors + 5, 0xfffffff0]) {
      for (const at of [44, 48, 60, 68, 76, fat, fat + 4]) {
        expect(["read", "broken", "empty", "oldXls"]).toContain(await reasonOf(changed(at, value)));
      }
    }
    // The stream's first sector follows itself.
    expect(await reasonOf(changed(fat, 0))).not.toBe("read");
    expect(await reasonOf(changed(48, sectors + 5))).toBe("broken");
  });

  it("that was cut off anywhere, or has other bytes anywhere, is a table or is refused in words", async () => {
    const files = [
      fixture("office.xls"),
      fixture("office-1904.xls"),
      await writeXls(heading, [["P-1", "一号", "x", "", "A4"]]),
    ];
    const random = seeded(20_261_122);
    const seen = new Set<string>();
    const started = performance.now();
    for (const file of files) {
      for (let n = 0; n < 150; n += 1) {
        const cut = file.subarray(0, Math.floor(random() * file.length));
        seen.add(await reasonOf(cut));
        const flipped = Buffer.from(file);
        for (let times = 0; times <= n % 8; times += 1)
          flipped[Math.floor(random() * file.length)] = Math.floor(random() * 256);
        seen.add(await reasonOf(flipped));
      }
      // Each byte of the head, where a single one leads anywhere.
      for (let at = 8; at < 96; at += 1) {
        for (const value of [0, 0x7f, 0xff]) {
          const flipped = Buffer.from(file);
          flipped[at] = value;
          seen.add(await reasonOf(flipped));
        }
      }
    }
    const known = ["read", "broken", "empty", "encrypted", "oldXls", "tooLarge", "rows", "columns", "type", "encoding"];
    expect([...seen].filter((reason) => !known.includes(reason))).toEqual([]);
    expect(seen).toContain("broken");
    // 1,700 files; one that is read for seconds would be seen here.
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 90_000);
});

const at = posFiles();

describe("7ap a file in .xls", () => {
  it("is imported like any other, and what is wrong comes back in one", async () => {
    const { checked, run, work, view } = importing(at.backend, pos.imports);
    const bytes = await writeXls(heading, [at.row("P-1"), ["坏", "坏", "没有的景区", null, "A4"]]);
    const { id, good, bad } = await checked(bytes, "终端.xls");
    expect([good, bad]).toEqual([1, 1]);
    await run(id, "good");
    await work();
    expect(await view(id)).toMatchObject({ state: "done", imported: 1 });
    expect(await at.codes()).toEqual(["P-1"]);
    const answer = await at.backend.app.request(`${importPaths.errors}?business=ticket&noun=pos&id=${id}`, {
      headers: { [tokenHeader]: at.backend.admin },
    });
    const [sheet] = readXls(Buffer.from(await answer.arrayBuffer()));
    expect(sheet?.rows[1]?.map(({ value }) => value)).toEqual(expect.arrayContaining(["坏", "没有的景区"]));
  });
});

/** Numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
