/** What the detail page of a resource shows. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import type { Cell } from "~/widgets/cell";
import { richText } from "~/widgets/rich-text/rich-text.server";
import { cellOf, labelOf } from "./cells.server";
import { type ChangeLogView, changeLog } from "./change-log.server";
import { commandList } from "./command-list.server";
import { findByPath, leftIn, pagesOf } from "./find-resource.server";
import { isBuiltIn, type RowCommand, stateCommands } from "./row-commands.server";

export interface DetailView {
  title: string;
  heading: string;
  list: string;
  edit: string | null;
  remove: string | null;
  /** Where a copy of it is begun. */
  copy: string | null;
  /** Buttons that post `<intent>=<id>`, or lead to where it is asked first. */
  commands: { intent: string; label: string; to?: string }[];
  id: number;
  facts: { label: string; cell: Cell }[];
  /** Long texts, filtered. */
  texts: { label: string; html: string }[];
  log: ChangeLogView;
}

/** Suspends or resumes the row shown, or does what more there is to do. */
export const commandDetail = (args: ActionFunctionArgs, more: RowCommand[] = []) =>
  commandList(args, findByPath(pathOf(args)), more);

function pathOf({ context }: LoaderFunctionArgs): string {
  return context.path.split("?")[0] ?? "";
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== "";
}

/** `more`: commands of a screen's own; those that bite are asked about above the list. */
export async function loadDetail(args: LoaderFunctionArgs, more: RowCommand[] = []): Promise<DetailView> {
  const { params, context } = args;
  const resource = findByPath(pathOf(args));
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const id = Number(params.id);
  const { record, options } = await context.dispatch.call(resource.methods.get, { id });
  if (!record) throw new Response(null, { status: 404 });
  const may = (button: string) => Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === button));
  const pages = pagesOf(resource, leftIn(context));
  const fields = Object.entries(resource.fields);
  const isRich = (field: Field) => field.kind === "richText";
  const log = await changeLog(context, resource, record, options);
  return {
    id,
    log,
    title: resource.title(),
    heading: String(record[resource.nameField] ?? id),
    list: pages.back,
    edit: may(resource.buttons.edit) ? pages.edit(id) : null,
    remove: may(resource.buttons.remove) && !isBuiltIn(resource, record) ? pages.remove(id) : null,
    copy: may(resource.buttons.add) ? `${pages.create}?copy=${id}` : null,
    commands: [...stateCommands(resource), ...more]
      .filter(({ button, when }) => may(button) && when(resource.status ? record[resource.status] : null))
      .map((command) => ({
        intent: command.intent,
        label: command.label(),
        ...(command.bites && more.includes(command) && { to: `${pages.list}?ask=${command.intent}&id=${id}` }),
      })),
    facts: fields
      .filter(([, field]) => !isRich(field) && field.detail !== false)
      .filter(([name, field]) => field.kind === "secret" || field.words || hasValue(record[name]))
      .map(([name, field]) => ({
        label: labelOf(field),
        cell:
          field.kind === "secret" && !record[name]
            ? m.forms_secret_none()
            : cellOf(field, record[name], options[name], name === resource.status, record),
      })),
    texts: fields
      .filter(([name, field]) => isRich(field) && record[name])
      .map(([name, field]) => ({ label: field.label(), html: richText(String(record[name])) })),
  };
}
