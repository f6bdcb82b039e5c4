/** A file of names as the lines that one would paste: name, and number with the country of a passport before it. */
import { countryOf } from "~/contract/countries";
import type { Table } from "../../imports/read-table";

const headings = {
  name: ["姓名", "游客", "游客姓名", "name", "visitor"],
  identity: ["证件号", "证件号码", "身份证", "身份证号", "身份证号码", "documentno.", "idnumber", "idno.", "document"],
  country: ["国家", "国籍", "国家或地区", "country", "nationality"],
} as const;

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[*\s]+/g, "")
    .toLowerCase();

/** Rows keep their numbers: a line that the file leaves empty is empty here. Without known headings all cells go. */
export function pastedText({ heading, rows }: Table): string {
  const place = (column: keyof typeof headings) =>
    heading.findIndex((label) => (headings[column] as readonly string[]).includes(plain(label)));
  const [name, identity, country] = [place("name"), place("identity"), place("country")];
  const known = name >= 0 && identity >= 0;
  const lines: string[] = known ? [] : [oneLine(heading)];
  for (const { line, cells } of rows) {
    while (lines.length < line - 1) lines.push("");
    lines.push(
      known ? oneLine([cells[name] ?? "", numberOf(cells[identity] ?? "", cells[country] ?? "")]) : oneLine(cells),
    );
  }
  return lines.join("\n");
}

const oneLine = (cells: readonly string[]) => cells.map((cell) => cell.replace(/\s+/g, " ")).join("\t");

/** Eighteen digits are nobody's passport whatever country stands beside them, nor are the permits of compatriots. */
function numberOf(identity: string, country: string): string {
  const isPassport = /^(?=(?:.*\d){3})[A-Za-z\d]{5,9}$/.test(identity) && country !== "";
  const code = isPassport ? countryOf(country) : null;
  return code === null || ["CHN", "HKG", "MAC", "TWN"].includes(code) ? identity : `${code}/${identity}`;
}
