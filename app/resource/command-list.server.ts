/** What a list's buttons do: a command on a row or on those chosen, and moving on with what is ticked. */
import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Flash } from "~/contract/context";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Method } from "~/contract/method";
import type { AnyResource, manyAnswer } from "~/contract/resource";
import { attempt, done, type Refused, typedOf } from "~/form/submission.server";
import { saveCells, typedCells } from "./cell-edit.server";
import { pagesOf } from "./find-resource.server";
import { listQueryOf } from "./list-fields.server";
import { maxIds, readIds, writeIds } from "./parts/id-set";
import type { CellsRefused } from "./parts/view";
import { commandsOf, type RowCommand } from "./row-commands.server";
import { idsFound } from "./selection.server";
import { digestOf, driftOf, openSet } from "./whole-set.server";

type Arguments = Pick<ActionFunctionArgs, "request" | "context">;

/** An address longer than this is none that every server on the way takes. */
const longestSelection = 4_000;

/**
 * `<intent>=<id>` does a row's command, `many=<intent>` that of those chosen (`sel` or `all`); both lead back to the list.
 * `ask=<intent>` asks first; `go=<address>` and `tick=page` take what is ticked (`s`) along.
 */
export async function commandList(
  args: Arguments,
  resource: AnyResource,
  more: RowCommand[] = [],
  /** Where a screen has read it already. */
  read?: FormData,
) {
  const form = read ?? (await args.request.formData());
  const typed = typedOf(form);
  const commands = commandsOf(resource, more);
  const named = (name: string) => commands.find(({ intent }) => intent === typed[name]);
  if (typed.save === "cells") return storeCells(args, resource, form);
  if ("go" in typed || "tick" in typed || "ask" in typed) return move(args.context, form, named("ask"));
  const several = named("many");
  if (several && !several.single) return runMany(args, resource, several, typed);
  const command = commands.find(({ intent }) => intent in typed);
  const id = command ? (typed[command.intent] ?? "") : "";
  if (!command || !/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  // What asks for something is asked on its own page.
  if (command.page) return redirect(pagesOf(resource).command(Number(id), command.intent), 303);
  const tried = await attempt(args.context, () => call(args.context, command, Number(id), typed.key), titleOf(command));
  if (!tried.ok) return answered(tried.refusal.notice, tried.refusal.status);
  return done(args.context, listAddress(args.context), flashOf(command, tried.value));
}

async function storeCells(args: Arguments, resource: AnyResource, form: FormData) {
  const saved = await saveCells(args, resource, form);
  if (saved.ok) return done(args.context, listAddress(args.context), "saved");
  const cells: CellsRefused = { typed: typedCells(form), errors: saved.errors };
  return answered({ title: m.engine_check_errors(), message: saved.errors[""]?.join(" ") ?? "" }, saved.status, {
    cells,
  });
}

interface More {
  cells?: CellsRefused;
  done?: number;
  refused?: Outcome["refused"];
}

function answered(notice: Notice | null, status: number, more: More = {}) {
  return data({ notice, ...more }, status);
}

/** Methods of commands take an id and, where they are declared, the key of the page that they were pressed on. */
function call(context: AppLoadContext, command: RowCommand, id: number, key = ""): Promise<unknown> {
  const { intent, method, declared } = command;
  const idempotencyKey = `${key}-${intent}-${id}`.slice(0, 64);
  const keyed = declared && /^[a-z0-9]{16,24}$/.test(key) ? { idempotencyKey } : {};
  return context.dispatch.call(method as Method<z.ZodType<{ id: number }>>, { id, ...keyed } as never);
}

/** What to say after a command: what it answered, or what is always said. */
export function flashOf({ flash }: Pick<RowCommand, "flash">, answer: unknown): Flash {
  const said = typeof answer === "object" && answer !== null && "notice" in answer ? answer.notice : "";
  return typeof said === "string" && said !== "" ? { text: said } : flash;
}

function move(context: AppLoadContext, form: FormData, ask: RowCommand | undefined) {
  const listAt = new URL(listAddress(context), "http://list");
  const text = (name: string) => String(form.get(name) ?? "");
  const to = form.has("go") ? new URL(text("go"), listAt) : listAt;
  if (to.host !== listAt.host || to.pathname !== listAt.pathname) throw new Response(null, { status: 400 });
  const ticked = form.getAll("s").flatMap((id) => readIds(String(id)));
  const ids = new Set([...readIds(text("sel")), ...(form.has("tick") ? readIds(text("shown")) : ticked)]);
  const sel = writeIds(ids);
  if (ids.size > maxIds || sel.length > longestSelection) return refuse(m.lists_too_many({ n: maxIds }));
  const all = text("all");
  if (form.has("ask")) {
    if (!ask) throw new Response(null, { status: 400 });
    if (all === "" && ids.size === 0) return refuse(m.lists_none_chosen());
    to.searchParams.set("ask", ask.intent);
  }
  if (all) to.searchParams.set("all", all);
  if (sel !== "" && all === "") to.searchParams.set("sel", sel);
  else to.searchParams.delete("sel");
  return redirect(to.pathname + to.search, 303);
}

function refuse(message: string) {
  return answered({ title: "", message }, 422);
}

async function runMany(args: Arguments, resource: AnyResource, command: RowCommand, typed: Record<string, string>) {
  const { context } = args;
  let ids = readIds(typed.sel ?? "");
  if (typed.all) {
    const query = listQueryOf(resource, new URL(args.request.url));
    const set = openSet(context, resource, query, typed.all);
    // Without its question nobody has seen which rows they are.
    if (set && set.ids === "") throw new Response(null, { status: 400 });
    ids = await idsFound(context, resource, query);
    const drift = driftOf(set, { count: ids.length, ids: digestOf(ids) });
    if (drift !== "") return refuse(drift);
  }
  if (ids.length === 0) return refuse(m.lists_none_chosen());
  const tried = await attempt(context, () => each(context, command, ids), titleOf(command));
  if (!tried.ok) return answered(tried.refusal.notice, tried.refusal.status);
  const outcome = tried.value;
  if (outcome.refused.length === 0) return done(context, listAddress(context), command.flash);
  return answered(told(command, outcome), outcome.done > 0 ? 200 : 409, outcome);
}

const titleOf = ({ intent, label }: RowCommand) =>
  intent === "remove" ? m.error_remove_title() : m.error_command_title({ command: label });

type Outcome = z.output<typeof manyAnswer>;

async function each(context: AppLoadContext, command: RowCommand, ids: number[]): Promise<Outcome> {
  const { many } = command;
  if (many) return context.dispatch.call(many as Method<z.ZodType, typeof manyAnswer>, { ids } as never);
  const refused: Outcome["refused"] = [];
  for (const id of ids) {
    const tried = await attempt(context, () => call(context, command, id));
    if (!tried.ok) refused.push({ id, message: wordsOf(tried.refusal) });
  }
  return { done: ids.length - refused.length, refused };
}

const wordsOf = ({ notice, errors }: Refused) => notice?.message ?? Object.values(errors).flat().join(" ");

/** The first reasons, each once. */
function told(command: RowCommand, { done: n, refused }: Outcome) {
  const reasons = [...new Set(refused.map(({ message }) => message))].slice(0, 5);
  return {
    title: m.lists_some_refused({ command: command.label(), n, refused: refused.length }),
    message: reasons.join("；"),
  };
}

/** The list as it was, without question and choice. */
function listAddress(context: AppLoadContext): string {
  const url = new URL(context.path, "http://list");
  for (const name of ["ask", "id", "sel", "all", "edit"]) url.searchParams.delete(name);
  return url.pathname + url.search;
}
