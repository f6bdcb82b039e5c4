/** What was typed into commands, in words: what their fields are chosen from, known by the names of their methods. */
import type { ResourceCommand } from "~/contract/command";
import { resources } from "~/contract/registry";
import type { Option } from "~/contract/resource";
import type { Call } from "./call";
import type { Values } from "./resource-backend";
import type { Choices } from "./resource-choices";

const known = new Map<string, Choices>();

const methodsOf = ({ method, several }: ResourceCommand) => [method.name, ...(several ? [several.name] : [])];

export function noteCommandChoices(command: ResourceCommand, choices: Choices): void {
  for (const name of methodsOf(command)) known.set(name, choices);
}

/** The command that a method is of, also of several rows; undefined where it is none. */
export function commandOf(method: string): ResourceCommand | undefined {
  for (const { commands } of resources)
    for (const command of Object.values(commands)) if (methodsOf(command).includes(method)) return command;
  return undefined;
}

/** By field, what was chosen in these inputs of a command. */
export async function optionsGiven(
  call: Call,
  method: string,
  inputs: readonly Values[],
): Promise<Record<string, Option[]>> {
  return (await known.get(method)?.options(call, inputs)) ?? {};
}
