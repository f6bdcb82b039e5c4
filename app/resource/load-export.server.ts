/** The rows that a list finds, as an Excel file that is written while it is sent. */
import { PassThrough, Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import ExcelJS from "exceljs";
import type { z } from "zod";
import { m } from "~/contract/messages";
import { type AnyResource, countBound } from "~/contract/resource";
import { labelOf, textOf, type Value } from "./cells.server";
import { findByPath, pagesOf } from "./find-resource.server";
import { filterSpecs, sortsOf } from "./load-list.server";
import { readListQuery } from "./parts/list-query.server";

const rowsACall = 100;

function asked({ request, context }: LoaderFunctionArgs) {
  const resource = findByPath(context.path.split("?")[0] ?? "");
  const fields = Object.entries(resource.fields);
  const query = readListQuery(new URL(request.url), filterSpecs(fields), sortsOf(resource, fields));
  const fetchPage = (pageNo: number, pageSize: number) =>
    context.dispatch.call(resource.methods.list, { ...query.payload, pageNo, pageSize });
  const search = new URL(query.to({}), request.url).search;
  return { resource, fetchPage, search };
}

/** Specification 5: export asks for confirmation before starting; 8: an empty result says so. */
export async function loadExport(args: LoaderFunctionArgs) {
  const { resource, fetchPage, search } = asked(args);
  const { count, otherData } = await fetchPage(1, 1);
  const { list } = pagesOf(resource);
  return {
    title: m.engine_export_title({ title: resource.title() }),
    question:
      count === 0
        ? m.engine_export_none()
        : otherData.capped
          ? m.engine_export_capped({ n: countBound })
          : m.engine_export_question({ n: count }),
    back: `${list}${search}`,
    file: count === 0 ? null : `${list}/export.xlsx${search}`,
  };
}

export async function exportFile(args: LoaderFunctionArgs): Promise<Response> {
  const { resource, fetchPage } = asked(args);
  // Before the answer begins: what is refused is answered with its own status.
  const first = await fetchPage(1, rowsACall);
  const file = new PassThrough();
  write(file, resource, first, fetchPage).catch((error: unknown) =>
    file.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  const name = encodeURIComponent(`${resource.title()}.xlsx`);
  return new Response(Readable.toWeb(file) as ReadableStream, {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": `attachment; filename="${resource.noun}.xlsx"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    },
  });
}

type Page = z.output<AnyResource["methods"]["list"]["answer"]>;

async function write(
  file: PassThrough,
  resource: AnyResource,
  first: Page,
  fetchPage: (pageNo: number, pageSize: number) => Promise<Page>,
): Promise<void> {
  const fields = Object.entries(resource.fields).filter(([, field]) => field.list);
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, useSharedStrings: false });
  const sheet = workbook.addWorksheet(resource.title());
  sheet.columns = fields.map(([name, field]) => ({
    header: labelOf(field),
    key: name,
    width: 18,
    ...(field.kind === "money" && { style: { numFmt: "#,##0.00" } }),
  }));
  const last = Math.min(first.totalPage, countBound / rowsACall);
  let page = first;
  for (let pageNo = 1; ; ) {
    for (const record of page.records) {
      const cells = fields.map(([name, field]) => {
        const value = record[name] as Value;
        if (field.kind === "money" && typeof value === "number") return value / 100;
        if (field.kind === "number" && typeof value === "number") return value;
        return textOf(field, value, page.otherData.options[name]);
      });
      sheet.addRow(cells).commit();
    }
    pageNo += 1;
    if (pageNo > last || file.destroyed) break;
    page = await fetchPage(pageNo, rowsACall);
  }
  if (file.destroyed) return;
  sheet.commit();
  await workbook.commit();
}
