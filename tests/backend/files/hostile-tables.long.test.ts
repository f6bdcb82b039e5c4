/** Workbooks and texts that claim, repeat or nest without end: refused within the reader's limits, and nobody waits for it. */
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeFiles } from "~/contract/platform/stored-file";
import { UnreadableFile } from "~server/backend/imports/unreadable";
import { parsers } from "~server/backend/parsing/parsers";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

/** An archive of these parts, compressed. */
function zip(parts: [name: string, content: string | Buffer][]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(plain.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), packed);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, place, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, entries, end]);
}

interface Parts {
  sheet?: string | Buffer;
  strings?: string | Buffer;
  sheets?: string;
  more?: [string, string][];
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const begin = '<?xml version="1.0" encoding="UTF-8"?>';
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const twoRows = `<row r="1">${cell("A1", "编码")}</row><row r="2">${cell("A2", "甲")}</row>`;
const sheetOf = (rows: string, about = "") =>
  `${begin}<worksheet xmlns="${main}">${about}<sheetData>${rows}</sheetData></worksheet>`;

function workbook({ sheet = sheetOf(twoRows), strings = "<sst/>", sheets, more = [] }: Parts): Buffer {
  const named = sheets ?? '<sheet name="a" sheetId="1" r:id="rId1"/>';
  return zip([
    [
      "xl/_rels/workbook.xml.rels",
      `${begin}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${begin}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${named}</sheets></workbook>`,
    ],
    ["xl/sharedStrings.xml", strings],
    ["xl/worksheets/sheet1.xml", sheet],
    ...more,
  ]);
}

/** What comes of it, and how many calls of others were answered until then; none of them failed. */
async function meet(bytes: Buffer): Promise<{ outcome: string; answered: number }> {
  let settled = false;
  const reading = parsers
    .table(bytes)
    .then(({ rows }) => `${rows.length} rows`)
    .catch((error: unknown) => (error instanceof UnreadableFile ? error.reason : String(error)))
    .finally(() => {
      settled = true;
    });
  let answered = 0;
  do {
    expect((await backend.call(describeFiles, { paths: [] })).status).toBe(200);
    answered += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  } while (!settled);
  return { outcome: await reading, answered };
}

const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
const laughs = `${begin}<!DOCTYPE sst [<!ENTITY e0 "ha">${entities}]><sst xmlns="${main}"><si><t>&e12;</t></si></sst>`;
const sharedRows = `<row r="1">${cell("A1", "编码")}</row><row r="2"><c r="A2" t="s"><v>0</v></c></row>`;
const external = `${begin}<!DOCTYPE sst [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst xmlns="${main}"><si><t>&x;</t></si></sst>`;

test.each<[string, () => Buffer, RegExp]>([
  [
    "a declared range of all cells there can be",
    () => workbook({ sheet: sheetOf(twoRows, '<dimension ref="A1:XFD1048576"/>') }),
    /^1 rows$/,
  ],
  [
    "a cell in the last column of the last row",
    () => workbook({ sheet: sheetOf(`${twoRows}<row r="1048576">${cell("XFD1048576", "z")}</row>`) }),
    /^columns$/,
  ],
  [
    "a row and a column beyond what there can be",
    () => workbook({ sheet: sheetOf(`${twoRows}<row r="999999999">${cell("ZZZZZZ9", "z")}</row>`) }),
    /^(columns|broken|tooMuch)$/,
  ],
  [
    "a million rows",
    () =>
      workbook({
        sheet: sheetOf(
          Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`).join(
            "",
          ),
        ),
      }),
    /^(rows|tooLarge)$/,
  ],
  [
    "three thousand sheets",
    () => workbook({ more: Array.from({ length: 3_000 }, (_, n) => [`xl/worksheets/sheet${n + 2}.xml`, "<x/>"]) }),
    /^tooLarge$/,
  ],
  [
    "sixty thousand names of sheets",
    () =>
      workbook({
        sheets: Array.from({ length: 60_000 }, (_, n) => `<sheet name="s${n}" sheetId="${n + 1}" r:id="rId1"/>`).join(
          "",
        ),
      }),
    /^(1 rows|broken)$/,
  ],
  [
    "two hundred megabytes of nothing in little (a zip bomb)",
    () => workbook({ sheet: Buffer.alloc(200_000_000, 32) }),
    /^tooLarge$/,
  ],
  [
    "texts of a billion laughs",
    () => workbook({ sheet: sheetOf(sharedRows), strings: laughs }),
    /^(1 rows|broken|empty)$/,
  ],
  [
    "texts from a file of the server",
    () => workbook({ sheet: sheetOf(sharedRows), strings: external }),
    /^(1 rows|broken|empty)$/,
  ],
  [
    "half a million elements within one another",
    () => workbook({ sheet: sheetOf("<row>".repeat(500_000)) }),
    /^(broken|empty|tooLarge|tooMuch)$/,
  ],
  ["one line of 50 MB", () => Buffer.alloc(50_000_000, "a"), /^(empty|broken|tooMuch)$/],
  [
    "one line of 50 MB in a quote that never ends",
    () => Buffer.concat([Buffer.from('编码\n"'), Buffer.alloc(50_000_000, "a")]),
    /^(broken|tooMuch|tooLarge)$/,
  ],
])(
  "%s",
  async (_, make, expected) => {
    const { outcome } = await meet(make());
    expect(outcome).toMatch(expected);
  },
  120_000,
);

test.each<[string, () => Buffer, RegExp]>([
  [
    "a million shared texts",
    () =>
      workbook({
        sheet: sheetOf(sharedRows),
        strings: `<sst xmlns="${main}">${Array.from({ length: 1_000_000 }, (_, n) => `<si><t>s${n}</t></si>`).join("")}</sst>`,
      }),
    /^(1 rows|tooMuch|tooLarge)$/,
  ],
  ["one line of 50 MB with 25 million cells", () => Buffer.alloc(50_000_000, "a,"), /^columns$/],
])(
  "%s: others are answered all the while",
  async (_, make, expected) => {
    const { outcome, answered } = await meet(make());
    expect(outcome).toMatch(expected);
    expect(answered).toBeGreaterThan(3);
  },
  120_000,
);
