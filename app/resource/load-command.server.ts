/** The page of one command on one row: what it asks for, why it cannot be done, and doing it. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import type { ResourceCommand } from "~/contract/command";
import { whyNotState } from "~/contract/command-state";
import { isShown } from "~/contract/form-rules";
import { m } from "~/contract/messages";
import type { Method } from "~/contract/method";
import type { AnyResource } from "~/contract/resource";
import { attempt, done, readForm, type Typed, typedOf } from "~/form/submission.server";
import { flashOf } from "./command-list.server";
import { findByPath, leftIn, pagesOf } from "./find-resource.server";
import { redraw } from "./form-intents.server";
import { formSchema } from "./form-schema.server";
import { type Answered, type FormView, formFields, formView } from "./form-view.server";
import { declaredCommands, mayPress } from "./row-commands.server";
import { pressKey } from "./selection.server";

export interface CommandView extends FormView {
  /** The verb, on its button. */
  label: string;
  question: string;
  /** What the row says to it; "": nothing. */
  asked: string;
  /** What it does, above its fields; "" where its label says it. */
  effect: string;
  /** Why it cannot be done; "": it can. */
  why: string;
  /** Pressed twice on this page, it is done once. */
  key: string;
}

interface Target {
  resource: AnyResource;
  command: ResourceCommand;
  id: number;
}

function targetOf({ params, context }: LoaderFunctionArgs): Target {
  const path = context.path.split("?")[0] ?? "";
  const resource = findByPath(path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const command = Object.hasOwn(resource.commands, name) ? resource.commands[name] : undefined;
  if (!command || !/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return { resource, command, id: Number(params.id) };
}

/** The command's fields as a form of their own. */
function formOf({ resource, command }: Target): AnyResource {
  const { sections: _, rules: __, ...rest } = resource;
  const { fields = {}, rules } = command;
  return { ...rest, fields, ...(rules && { rules }) };
}

export async function loadCommand(args: LoaderFunctionArgs) {
  const target = targetOf(args);
  const { desk } = target.command;
  if (desk !== undefined) throw redirect(desk.replace("{id}", String(target.id)));
  const typed = args.context.takeDraft();
  const view = await viewOf(args.context, target, { typed, draft: true, errors: {}, notice: null });
  return data(view, view.why === "" ? 200 : 409);
}

async function viewOf(context: AppLoadContext, target: Target, answered: Answered): Promise<CommandView> {
  const { resource, command, id } = target;
  const {
    record,
    options,
    blocked = {},
  } = await context.dispatch.call(resource.methods.get, { id, command: command.name });
  if (!record) throw new Response(null, { status: 404 });
  const name = String(record[resource.nameField] ?? id);
  const label = command.label();
  const state = resource.status === undefined ? null : String(record[resource.status]);
  const words = (value: string) => options[resource.status ?? ""]?.find((one) => one.value === value)?.label ?? value;
  const { locale } = context.preferences;
  const why = mayPress(context, command.button)
    ? (whyNotState(command, { state, label: name, words, locale }) ?? blocked[command.name])
    : m.commands_no_right({ command: label });
  const form = await formView(context, { resource: formOf(target), id: null, record: null, options }, answered);
  const { question } = command;
  return {
    ...form,
    title: m.commands_title({ command: label, label: name }),
    back: backOf(context, target),
    rowVersion: Number(answered.typed?.rowVersion ?? record.rowVersion),
    label,
    question:
      question === true || question === undefined ? m.lists_ask_one({ command: label, label: name }) : question(),
    asked: command.asked?.(record) ?? "",
    effect: command.effect?.() ?? "",
    why: why ?? "",
    key: keyIn(answered.typed) ?? pressKey(),
  };
}

/** `?on=row`: it was pressed on the row's own page. */
function backOf(context: AppLoadContext, { resource, id }: Target): string {
  const pages = pagesOf(resource, leftIn(context));
  const fromRow = new URLSearchParams(context.path.split("?")[1]).get("on") === "row";
  return fromRow ? pages.detail(id) : pages.back;
}

const keyIn = (typed: Typed | null) => (/^[a-z0-9]{16,24}$/.test(typed?.key ?? "") ? typed?.key : undefined);

export async function doCommand(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const target = targetOf(args);
  const { command, id } = target;
  const form = await request.formData();
  const typed = typedOf(form);
  const own = formOf(target);
  const again = redraw(own, typed.intent ?? "", typed);
  if (again) return data(await viewOf(context, target, { ...again, errors: {}, notice: null }), 200);
  const posted = formFields(own).filter(([, field]) => isShown(field, typed));
  const read = readForm(form, formSchema(posted, typed, command.rules), { coerce: false });
  if (!read.ok) return data(await viewOf(context, target, { typed, errors: read.errors, notice: null }), 422);
  const key = keyIn(typed);
  const payload = {
    ...read.value,
    id,
    ...(/^\d{1,9}$/.test(typed.rowVersion ?? "") && { rowVersion: Number(typed.rowVersion) }),
    ...(key && { idempotencyKey: key }),
  };
  const tried = await attempt(
    context,
    () => context.dispatch.call(command.method as Method, payload as never),
    m.error_command_title({ command: command.label() }),
  );
  if (!tried.ok) {
    const { errors, notice, status } = tried.refusal;
    return data(await viewOf(context, target, { typed, errors, notice }), status);
  }
  const pressed = declaredCommands(target.resource).find(({ intent }) => intent === command.name);
  return done(context, backOf(context, target), flashOf(pressed ?? { flash: "saved" }, tried.value));
}
