/** The named commands of a resource's rows: which there are, in which states, for whom, and which of them ask first. */
import type { AppLoadContext } from "@remix-run/node";
import type { FlashKey } from "~/contract/context";
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
  flash: FlashKey;
  /** In which states of the row. */
  when: (status: Value) => boolean;
  /** Asked first: others feel it at once. */
  bites?: boolean;
  /** The same over several rows at once; without it they are done one by one. */
  many?: Method;
  /** What is gone stays gone; a row's own link to it leads to a page of its own. */
  forGood?: boolean;
}

export function commandsOf(resource: AnyResource, more: RowCommand[]): RowCommand[] {
  return [...stateCommands(resource), ...more, ...(resource.fixedRows ? [] : [removal(resource)])];
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

/** Suspend and resume, of every resource that has a status. */
export function stateCommands(resource: AnyResource): RowCommand[] {
  const { status, methods, buttons, states = { active: "T", suspended: "F" } } = resource;
  if (!status) return [];
  const shared = { button: buttons.suspend, bites: true };
  return [
    {
      ...shared,
      intent: "suspend",
      label: m.engine_suspend,
      method: methods.suspend,
      many: methods.suspendMany,
      flash: "suspended",
      when: (value) => value === states.active,
    },
    {
      ...shared,
      intent: "resume",
      label: m.engine_resume,
      method: methods.resume,
      many: methods.resumeMany,
      flash: "resumed",
      when: (value) => value === states.suspended,
    },
  ];
}

/** A row that came with the product: it is not deleted. */
export function isBuiltIn({ builtIn }: AnyResource, row: Record<string, unknown>): boolean {
  return builtIn !== undefined && row[builtIn] === true;
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
