/** A sheet to fill in: the columns of a resource's form, those that are required marked with a star. */
import { m } from "~/contract/messages";
import { resources } from "~/contract/registry";
import { NotFound } from "../kernel/refusal";
import { disposition } from "./serve-file";

/** `name` is the noun of a resource. */
export async function importTemplate(name: string): Promise<Response> {
  const resource = resources.find(({ noun }) => noun === name);
  if (!resource) throw new NotFound(m.files_not_found());
  // Loaded when asked for: it is the largest package there is here.
  const { default: excel } = await import("exceljs");
  const workbook = new excel.Workbook();
  const sheet = workbook.addWorksheet(resource.title().slice(0, 31));
  const fields = Object.entries(resource.fields).filter(([, field]) => field.form !== false);
  sheet.columns = fields.map(([key, field]) => ({
    header: `${field.label()}${field.required ? " *" : ""}`,
    key,
    width: 20,
  }));
  sheet.getRow(1).font = { bold: true };
  return new Response(new Uint8Array(await workbook.xlsx.writeBuffer()), {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": disposition(`${resource.title()}.xlsx`),
      "cache-control": "private, no-store",
    },
  });
}
