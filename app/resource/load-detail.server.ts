/** What the detail page of a resource shows. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Field } from "~/contract/field-kinds";
import type { Cell } from "~/widgets/cell";
import { cellOf, labelOf } from "./cells.server";
import { findByPath, pagesOf } from "./find-resource.server";
import { richText } from "./rich-text.server";

export interface DetailView {
  title: string;
  heading: string;
  list: string;
  edit: string | null;
  remove: string | null;
  facts: { label: string; cell: Cell }[];
  /** Long texts, filtered. */
  texts: { label: string; html: string }[];
}

export async function loadDetail({ params, context }: LoaderFunctionArgs): Promise<DetailView> {
  const resource = findByPath(context.path.split("?")[0] ?? "");
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const id = Number(params.id);
  const { record, options } = await context.dispatch.call(resource.methods.get, { id });
  if (!record) throw new Response(null, { status: 404 });
  const may = (button: string) => Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === button));
  const pages = pagesOf(resource);
  const fields = Object.entries(resource.fields);
  const isRich = (field: Field) => field.kind === "text" && field.rich === true;
  return {
    title: resource.title(),
    heading: String(record[resource.nameField] ?? id),
    list: pages.list,
    edit: may(resource.buttons.edit) ? pages.edit(id) : null,
    remove: may(resource.buttons.remove) ? pages.remove(id) : null,
    facts: fields
      .filter(([name, field]) => !isRich(field) && record[name] !== null && record[name] !== "")
      .map(([name, field]) => ({
        label: labelOf(field),
        cell: cellOf(field, record[name], options[name], name === resource.status),
      })),
    texts: fields
      .filter(([name, field]) => isRich(field) && record[name])
      .map(([name, field]) => ({ label: field.label(), html: richText(String(record[name])) })),
  };
}
