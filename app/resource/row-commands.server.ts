/** The named commands of a resource's rows: which there are, in which states, for whom, and which of them ask first. */
import type { AppLoadContext } from "@remix-run/node";
import type { ResourceCommand } from "~/contract/command";
import { fitsState } from "~/contract/command-state";
import type { Flash } from "~/contract/context";
import { type Message, m } from "~/contract/messages";
import type { Method } from "~/contract/method";
import type { AnyResource } from "~/contract/resource";
import type { Value } from "./cells.server";

/** A named command on a row that changes its state, for who holds its button. */
export interface RowCommand {
  intent: string;
  label: Message;
  button: string;
  method: Method;
  flash: Flash;
  /** In which states of the row. */
  when: (status: Value) => boolean;
  /** Asked first: others feel it at once. */
  bites?: boolean;
  /** The same over several rows at once; without it they are done one by one. */
  many?: Method;
  /** The question, where it is not the engine's own. */
  question?: Message;
  /** Never over several rows. */
  single?: boolean;
  /** It asks for something: it is done on a page of its own. */
  page?: boolean;
  /** The page that quotes it; `{id}` is the row's. */
  desk?: string;
  /** As the resource declares it. */
  declared?: ResourceCommand;
  /** What is gone stays gone; a row's own link to it leads to a page of its own. */
  forGood?: boolean;
}

export function commandsOf(resource: AnyResource, more: RowCommand[]): RowCommand[] {
  const removes = !resource.fixedRows && !resource.keptRows && !resource.pages;
  return [...declaredCommands(resource), ...more, ...(removes ? [removal(resource)] : [])];
}

/** A command by its name, for who may press it. */
export function findCommand(
  context: AppLoadContext,
  resource: AnyResource,
  more: RowCommand[],
  intent: string | null,
): RowCommand | undefined {
  return commandsOf(resource, more).find((command) => command.intent === intent && mayPress(context, command.button));
}

export function mayPress(context: AppLoadContext, button: string): boolean {
  return Boolean(context.user?.sysButtonRolePOSet.some(({ code }) => code === button));
}

/** The commands that a resource declares. */
export function declaredCommands({ commands }: AnyResource): RowCommand[] {
  return Object.values(commands).map((declared): RowCommand => {
    const { name, label, button, method, several, question, did, desk, fields = {} } = declared;
    return {
      ...{ intent: name, label, button, method, declared },
      flash: { text: (did ?? (() => m.commands_done({ command: label() })))() },
      when: (state) => fitsState(declared, state === null || state === undefined ? null : String(state)),
      single: several === null,
      ...(question !== undefined && { bites: true, ...(question !== true && { question }) }),
      ...(several && { many: several }),
      ...(Object.keys(fields).length > 0 && { page: true }),
      ...(desk !== undefined && { desk }),
    };
  });
}

/** A row that came with the product: it is not deleted. */
export function isBuiltIn({ builtIn }: AnyResource, row: Record<string, unknown>): boolean {
  return builtIn !== undefined && row[builtIn] === true;
}

/** A row in a state in which its resource's rows are edited. */
export function isEditable({ editIn, status }: AnyResource, row: Record<string, unknown>): boolean {
  return !editIn || (status !== undefined && editIn.includes(String(row[status])));
}

function removal({ methods, buttons }: AnyResource): RowCommand {
  return {
    intent: "remove",
    label: m.engine_remove,
    button: buttons.remove,
    method: methods.remove,
    many: methods.removeMany,
    flash: "removed",
    when: () => true,
    bites: true,
    forGood: true,
  };
}
