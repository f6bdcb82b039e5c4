/** A sheet to fill in: the columns of an import, what each takes, and what may be chosen. */
import type ExcelJS from "exceljs";
import type { Field } from "~/contract/field-kinds";
import { importBounds, importFields } from "~/contract/import";
import { m } from "~/contract/messages";
import { CsvWriter } from "../exports/csv";
import { sheetName } from "../exports/table-writer";
import type { Call, ImportTarget } from "../kernel/served";
import { ownChoices, withOwnColumns } from "./own-columns";

interface Column {
  heading: string;
  note: string;
  choices: string[];
  format: string;
}

export async function templateFile(call: Call, target: ImportTarget, format: "xlsx" | "csv"): Promise<Buffer> {
  const columns = await columnsOf(call, target);
  return format === "csv" ? csvTemplate(columns) : xlsxTemplate(target.resource.title(), columns);
}

async function columnsOf(call: Call, target: ImportTarget): Promise<Column[]> {
  const { resource, operations } = await withOwnColumns(call, target);
  const options = { ...(await operations.options(call, [])), ...(await ownChoices(call, target)) };
  return importFields(resource.fields).map(([name, field]) => {
    const found = (options[name] ?? []).filter(({ off }) => !off);
    const choices = found.map(({ label }) => label);
    const labelOf = (preset: unknown) => found.find(({ value }) => value === String(preset))?.label;
    const given =
      field.kind === "several"
        ? field.default?.map((one) => labelOf(one) ?? one).join(m.words_comma())
        : (labelOf(field.default) ?? field.default);
    return {
      heading: headingOf(field),
      note: noteOf(field, typeof given === "boolean" ? (given ? m.engine_yes() : m.engine_no()) : given),
      // Of several a cell holds more than one.
      choices: field.kind === "several" ? [] : field.kind === "boolean" ? [m.engine_yes(), m.engine_no()] : choices,
      format: formats[field.kind] ?? "@",
    };
  });
}

function headingOf({ label, required }: Field): string {
  return `${label()}${required ? " *" : ""}`;
}

/** Texts stay texts, whatever they look like: codes keep their zeros, identity numbers their last digits. */
const formats: Partial<Record<Field["kind"], string>> = {
  number: "General",
  money: "#,##0.00",
  date: "yyyy-mm-dd",
  moment: "yyyy-mm-dd hh:mm:ss",
  time: "hh:mm",
};

function noteOf(field: Field, given: string | number | undefined): string {
  const lines = [
    field.required && field.default === undefined ? m.imports_note_required() : m.imports_note_optional(),
    kindNote(field),
    given === undefined ? "" : m.imports_note_default({ value: String(given) }),
    field.help?.() ?? "",
  ];
  return lines.filter(Boolean).join("\n");
}

function kindNote(field: Field): string {
  switch (field.kind) {
    case "text":
      return field.code ? m.imports_note_code() : m.imports_note_text({ n: field.max });
    case "richText":
      return m.imports_note_text({ n: field.max });
    case "number":
      return m.imports_note_number({ min: field.above ?? field.min, max: field.max });
    case "money":
      return m.imports_note_money();
    case "date":
      return m.imports_note_date();
    case "time":
      return m.imports_note_time();
    case "moment":
      return m.imports_note_moment();
    case "range":
      return m.imports_note_range();
    case "dictionary":
      return m.imports_note_choice();
    case "several":
      return m.imports_note_several();
    case "boolean":
      return m.imports_note_boolean();
    case "reference":
    case "tree":
      return m.imports_note_reference();
    case "area":
      return m.imports_note_area();
    case "lines":
      return field.notation?.note() ?? "";
    default:
      return "";
  }
}

function csvTemplate(columns: Column[]): Buffer {
  const chunks: Uint8Array[] = [];
  const sink = { write: (_: number, bytes: Uint8Array) => void chunks.push(bytes) };
  new CsvWriter({ title: "", columns: columns.map(({ heading }) => ({ label: heading, kind: "text" })), sink });
  return Buffer.concat(chunks);
}

async function xlsxTemplate(title: string, columns: Column[]): Promise<Buffer> {
  const { default: excel } = await import("exceljs");
  const book = new excel.Workbook();
  const sheet = book.addWorksheet(sheetName(title, 1), { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ heading, format }) => ({ header: heading, width: 20, style: { numFmt: format } }));
  const head = sheet.getRow(1);
  head.font = { bold: true };
  columns.forEach(({ note }, place) => {
    head.getCell(place + 1).note = { texts: [{ text: note }], margins: { insetmode: "auto" } };
  });
  addRules(book, columns);
  addChoices(book, sheet, columns);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** The notes once more, for programs that show none. */
function addRules(book: ExcelJS.Workbook, columns: Column[]): void {
  const rules = book.addWorksheet(sheetName(m.imports_sheet_rules(), 1));
  rules.columns = [
    { header: m.imports_column(), width: 24 },
    { header: m.imports_rule(), width: 70 },
  ];
  rules.getRow(1).font = { bold: true };
  for (const { heading, note } of columns)
    rules.addRow([heading, note]).alignment = { wrapText: true, vertical: "top" };
}

/** Lists of choices stand in a sheet of their own: within a cell's rule there is room for 255 letters. */
function addChoices(book: ExcelJS.Workbook, sheet: ExcelJS.Worksheet, columns: Column[]): void {
  const chosen = columns.map((column, place) => ({ ...column, place })).filter(({ choices }) => choices.length > 0);
  if (chosen.length === 0) return;
  const name = sheetName(m.imports_sheet_choices(), 1);
  const lists = book.addWorksheet(name);
  chosen.forEach(({ heading, choices, place }, at) => {
    const column = lists.getColumn(at + 1);
    column.values = [heading, ...choices];
    column.width = 24;
    const letters = column.letter;
    const rule = `'${name}'!$${letters}$2:$${letters}$${choices.length + 1}`;
    const cells = sheet.getColumn(place + 1).letter;
    validationsOf(sheet).add(`${cells}2:${cells}${importBounds.rows + 1}`, {
      type: "list",
      allowBlank: true,
      // Codes are taken as well, and labels in the other language.
      showErrorMessage: false,
      formulae: [rule],
    });
  });
}

/** One rule for a range of cells: exceljs has it, its types do not. */
function validationsOf(sheet: ExcelJS.Worksheet) {
  return (sheet as unknown as { dataValidations: { add(range: string, rule: ExcelJS.DataValidation): void } })
    .dataValidations;
}
