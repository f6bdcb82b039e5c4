/** What the detail page of a resource shows. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { fitsState, whyNotState } from "~/contract/command-state";
import type { Field } from "~/contract/field-kinds";
import { isShown } from "~/contract/form-rules";
import { m } from "~/contract/messages";
import { ownBeside, withOwn } from "~/contract/own-fields";
import type { Option } from "~/contract/resource-lists";
import type { Cell } from "~/widgets/cell";
import { paperOf } from "~/widgets/print/paper.server";
import type { Paper } from "~/widgets/print/printable";
import { richText } from "~/widgets/rich-text/rich-text.server";
import { cellOf, labelOf, leading, textOf } from "./cells.server";
import { type ChangeLogView, changeLog, loadChanges } from "./change-log.server";
import { commandList } from "./command-list.server";
import { findByPath, leftIn, pagesOf } from "./find-resource.server";
import { type LinesTableView, linesTables } from "./lines-table.server";
import { menuAbove } from "./menu-above.server";
import { commandNotes, type NotesBlock, notesBlock } from "./notes.server";
import { declaredCommands, isBuiltIn, isEditable, type RowCommand } from "./row-commands.server";
import { pressKey } from "./selection.server";
import { carriedWay } from "./way-back.server";

export interface DetailView {
  title: string;
  /** As a list has it. */
  menuAbove?: string | undefined;
  heading: string;
  list: string;
  /** Where it is printed; on paper it has neither notes nor time line. */
  paper: Paper;
  edit: string | null;
  remove: string | null;
  /** Further pages of it. */
  links: { label: string; to: string }[];
  /** Where a copy of it is begun. */
  copy: string | null;
  /** Buttons that post `<intent>=<id>`, or lead to where it is asked first; `tucked` as in a list. */
  commands: { intent: string; label: string; to?: string; tucked?: true }[];
  /** What cannot be done now, and why. */
  notNow: { label: string; why: string }[];
  /** The row's state, as a badge. */
  state: Cell | null;
  /** Pressed twice on this page, a command is done once. */
  key: string;
  id: number;
  facts: { label: string; cell: Cell }[];
  /** Long texts, filtered. */
  texts: { label: string; html: string }[];
  /** What it has of lines. */
  lines: LinesTableView[];
  /** Null: the screen shows none. */
  log: ChangeLogView | null;
  /** Null: it has none. */
  notes: NotesBlock | null;
}

/** Suspends or resumes the row shown, or does what more there is to do. */
export async function commandDetail(args: ActionFunctionArgs, more: RowCommand[] = []) {
  const resource = findByPath(pathOf(args));
  const form = await args.request.formData();
  return (resource.notes && (await commandNotes(args, form))) || commandList(args, resource, more, form);
}

function pathOf({ context }: LoaderFunctionArgs): string {
  return context.path.split("?")[0] ?? "";
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** `more`: commands of a screen's own; those that bite are asked about above the list. */
export async function loadDetail(
  args: LoaderFunctionArgs,
  more: RowCommand[] = [],
  { log: logged = true }: { log?: boolean } = {},
): Promise<DetailView> {
  const { params, context } = args;
  const declared = findByPath(pathOf(args));
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  const id = Number(params.id);
  const [{ record: found, options, blocked = {}, own }, changes] = await Promise.all([
    context.dispatch.call(declared.methods.get, { id }),
    logged ? loadChanges(context, declared, id) : null,
  ]);
  if (!found) throw new Response(null, { status: 404 });
  const [resource, record] = [withOwn(declared, own, found), ownBeside(found)];
  const may = (button: string) => Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === button));
  const pages = pagesOf(resource, leftIn(context));
  const fields = Object.entries(resource.fields);
  const statusField = resource.status === undefined ? undefined : resource.fields[resource.status];
  const isRich = (field: Field) => field.kind === "richText";
  const log = changes && (await changeLog(context, resource, record, options, changes));
  const state = resource.status === undefined ? null : String(record[resource.status]);
  const label = String(record[resource.nameField] ?? id);
  const words = (value: string) => options[resource.status ?? ""]?.find((one) => one.value === value)?.label ?? value;
  const { locale } = context.preferences;
  const whyNot = ({ declared, when }: RowCommand): string | null => {
    if (!declared) return when(state) ? null : "";
    if (!may(declared.button))
      return fitsState(declared, state) ? m.commands_no_right({ command: declared.label() }) : "";
    // Where it would lead, the row is: there is nothing to say.
    if (state !== null && state === declared.to) return "";
    return whyNotState(declared, { state, label, words, locale }) ?? blocked[declared.name] ?? null;
  };
  const all = [...declaredCommands(resource), ...more];
  return {
    id,
    log,
    notes: changes?.notes ? notesBlock(context, declared.noun, id, changes.notes) : null,
    title: resource.title(),
    ...menuAbove(resource),
    heading: label,
    list: carriedWay(context) ?? pages.back,
    paper: paperOf(args),
    edit: !resource.readOnly && may(resource.buttons.edit) && isEditable(resource, record) ? pages.edit(id) : null,
    remove: may(resource.buttons.remove) && !isBuiltIn(resource, record) ? pages.remove(id) : null,
    links: (resource.links ?? [])
      // A link to what is not there yet leads nowhere.
      .filter(({ to }) => isThere(to, { ...record, id }))
      .map(({ label, to }) => ({ label: label(), to: filled(to, { ...record, id }) }))
      .filter(({ to }) => context.mayOpen(to)),
    copy: may(resource.buttons.add) ? `${pages.create}?copy=${id}` : null,
    commands: all
      .filter((command) => may(command.button) && whyNot(command) === null)
      .map((command) => ({
        intent: command.intent,
        label: command.label(),
        ...(command.declared?.tone === "bad" && { tucked: true as const }),
        // What asks first, or for something, does so on its page.
        ...(command.desk !== undefined
          ? { to: filled(command.desk, { id }) }
          : command.page || (command.declared && command.bites)
            ? { to: onRow(pages.command(id, command.intent)) }
            : command.bites && more.includes(command) && { to: `${pages.list}?ask=${command.intent}&id=${id}` }),
      })),
    notNow: all.flatMap((command) => {
      const why = whyNot(command);
      return why ? [{ label: command.label(), why }] : [];
    }),
    state: statusField ? cellOf(statusField, state, options[resource.status ?? ""], true, record) : null,
    key: pressKey(),
    facts: fields
      .filter(([, field]) => !isRich(field) && field.kind !== "lines" && field.detail !== false)
      // What its form does not ask of such a row says nothing of it: a switch stands at its usual value.
      .filter(([, field]) => !field.when || !(field.when.field in record) || isShown(field, record))
      .filter(([name, field]) => field.kind === "secret" || field.words || field.page || hasValue(record[name]))
      .map(([name, field]) => ({
        label: labelOf(field),
        cell:
          field.kind === "secret" && !record[name]
            ? m.forms_secret_none()
            : field.kind === "several"
              ? badgesOf(field, record[name], options[name])
              : leading(
                  field.page?.(record) ?? null,
                  cellOf(field, record[name], options[name], name === resource.status, record),
                  context.mayOpen,
                ),
      })),
    lines: linesTables(resource, record, options),
    texts: fields
      .filter(([name, field]) => isRich(field) && record[name])
      .map(([name, field]) => ({ label: field.label(), html: richText(String(record[name])) })),
  };
}

function badgesOf(field: Field, value: unknown, options: Option[] | undefined): Cell {
  const values = Array.isArray(value) ? value.map(String) : [];
  return { badges: values.map((one) => textOf(field, [one], options)) };
}

/** Pressed on the row's own page, a command leads back to it. */
const onRow = (address: string) => `${address}${address.includes("?") ? "&" : "?"}on=row`;

const isThere = (address: string, record: Record<string, unknown>) =>
  [...address.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => ![null, undefined, ""].includes(record[name] as null));

/** An address with the row's values in it, where braces name its fields. */
function filled(address: string, record: Record<string, unknown>): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(record[name] ?? "")));
}
