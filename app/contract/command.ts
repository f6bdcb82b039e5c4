/**
 * A command: what may be done with a row beyond saving and deleting it. A resource declares its commands, and from each
 * come its method, its button, its entry in the list and on the detail page, its own page, and its place in the time line.
 */
import { z } from "zod";
import { type Field, fieldSchema, type RowOf } from "./field-kinds";
import type { Rule } from "./form-rules";
import type { ButtonCode, FunctionCode } from "./menu-entry";
import { type Message, m } from "./messages";
import { type Business, method } from "./method";
import type { ParameterCode } from "./parameter-declaration";
import { manyAnswer, manyPayload } from "./resource-many";
import { id, idempotencyKey, wholeNumber } from "./validators";

export interface Command<State extends string = string> {
  /** The verb, as its button has it. */
  label: Message;
  /** The page that quotes it, to which its buttons lead; `{id}` is the row's. Left out: a form of its fields. */
  desk?: string;
  /** States of the row in which it may be done. Left out: in any. */
  from?: readonly State[];
  /** The row's state afterwards. Left out: what the backend's function answers, or the state that it has. */
  to?: State;
  /** What is asked for on its page. Of kinds with one input or two: see {@link refuseUnfit}. */
  fields?: Readonly<Record<string, Field>>;
  /** Rules across its fields. */
  rules?: readonly Rule[];
  /** What it does to the row and what hangs on it, above its fields. */
  effect?: Message;
  /** Asked before it is done; `true` asks in the engine's words. */
  question?: Message | true;
  /** A sentence about the row under the question, from what its page shows; "" for none. */
  asked?: (row: Readonly<Record<string, unknown>>) => string;
  /** It may be done with several rows at once: `<noun><Command>Many`. Only without fields. */
  many?: boolean;
  /** Said once it is done, where the backend's function says nothing itself. Default: "done", with its label. */
  did?: Message;
  /** The sentence of the time line. Default: one with the label in it. */
  told?: (inputs: { by: string }) => string;
  /** How the time line colours it. */
  tone?: "good" | "bad" | "calm";
  /** Button code, where it is not `<noun>:<command>`: several commands may hang on one right. */
  button?: string;
  /** What the right is called, where the label does not say it. */
  right?: Message;
  /** Name of its method, where it is not `<noun><Command>`. */
  method?: string;
  /** Above an amount it waits for another person; the backend's `approval` says the amount. */
  approval?: ApprovalRule;
}

export interface ApprovalRule {
  /** The parameter with the amount, in fen, up to which nobody else is asked. */
  limit: ParameterCode;
  /** Button code of those who decide, where it is not `<noun>:<command>Decide`. */
  button?: string;
  /** What that right is called, where "approve: " and the label do not say it. */
  right?: Message;
}

/** Declares a command; the resource checks its states by type. */
export function command<const C extends Command>(definition: C): C {
  return definition;
}

/** What every resource with a status has, unless it declares others: T and F of the dictionary `enableStatus`. */
export const switching = switchingBetween("T", "F");

/** Suspend and resume between two states; one right for both. */
export function switchingBetween<const A extends string, const B extends string>(active: A, suspended: B) {
  const shared = { question: true, many: true, right: m.engine_switch } as const;
  return {
    suspend: command({
      ...{ ...shared, label: m.engine_suspend, did: m.flash_suspended, told: m.timeline_suspended, tone: "bad" },
      ...{ from: [active], to: suspended },
    }),
    resume: command({
      ...{ ...shared, label: m.engine_resume, did: m.flash_resumed, told: m.timeline_resumed, tone: "good" },
      ...{ from: [suspended], to: active, button: "suspend" },
    }),
  } as const;
}

/** What a command's fields give: by field, as the payload has them. */
export type InputOf<C> = C extends { fields: infer F extends Readonly<Record<string, Field>> } ? RowOf<F> : object;

/** `notice` is what to tell whoever pressed; `answer` what else came of it. `waiting`: it has been put before somebody. */
export const commandAnswer = z.object({
  id,
  notice: z.string().max(100).optional(),
  answer: z.record(z.string(), z.unknown()).optional(),
  waiting: z.literal(true).optional(),
});

type Given<C> = { id: number; rowVersion?: number; idempotencyKey?: string } & InputOf<C>;

/** Names of pages that a row has already. */
const taken = ["edit", "remove", "new", "export", "import", "options"];
const unfit: readonly Field["kind"][] = ["group", "lines", "several", "area", "image", "file", "richText", "secret"];

function refuseUnfit(noun: string, name: string, { fields = {}, many }: Command): void {
  const named = `${noun}.${name}`;
  if (taken.includes(name)) throw new Error(`${named}: the engine has a page of this name`);
  if (many && Object.keys(fields).length > 0) throw new Error(`${named}: a command with fields takes one row`);
  for (const [input, field] of Object.entries(fields)) {
    if (["id", "rowVersion", "idempotencyKey"].includes(input)) throw new Error(`${named}: ${input} is the engine's`);
    const remote = field.kind === "reference" && field.remote;
    if (unfit.includes(field.kind) || remote) throw new Error(`${named}: ${input} is no field of a command`);
  }
}

function decidingButton(rights: string, name: string, { button }: ApprovalRule): string {
  return button?.includes(":") ? button : `${rights}:${button ?? `${name}Decide`}`;
}

interface OfResource {
  business: Business;
  noun: string;
  fun: FunctionCode;
  /** What its button codes begin with. */
  rights: string;
  /** Each of its commands needs a fresh proof. */
  freshProof?: boolean;
}

/** Methods and right of one command. */
export function commandOf<C extends Command>(
  { business, noun, fun, rights, freshProof = false }: OfResource,
  name: string,
  one: C,
) {
  refuseUnfit(noun, name, one);
  const shape = Object.entries(one.fields ?? {}).map(([input, field]) => [
    input,
    field.when || field.requiredWhen ? fieldSchema(field).optional() : fieldSchema(field),
  ]);
  const button = one.button?.includes(":") ? one.button : `${rights}:${one.button ?? name}`;
  const called = one.method ?? `${noun}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const shared = { access: { fun, button: button as ButtonCode }, writes: true, idempotent: true, freshProof } as const;
  return {
    ...(one as Command & Pick<C, keyof C & "fields">),
    name,
    button,
    /** Button code of those who decide, where it waits for them above a limit. */
    decides: one.approval ? decidingButton(rights, name, one.approval) : null,
    method: method(business, called, {
      ...shared,
      payload: z.object({
        id,
        rowVersion: wholeNumber(0).optional(),
        idempotencyKey: idempotencyKey.optional(),
        ...Object.fromEntries(shape),
      }) as unknown as z.ZodType<Given<C>, Given<C>>,
      answer: commandAnswer,
    }),
    several: one.many
      ? method(business, `${called}Many`, {
          ...shared,
          payload: manyPayload.extend({ idempotencyKey: idempotencyKey.optional() }),
          answer: manyAnswer,
        })
      : null,
  };
}
export type ResourceCommand<C extends Command = Command> = ReturnType<typeof commandOf<C>>;

/** The methods of commands by their names, as a resource has them beside its own. */
export type CommandMethods<C extends Record<string, Command>> = {
  [K in keyof C]: ResourceCommand<C[K]>["method"];
} & {
  [K in keyof C & string as C[K] extends { many: true } ? `${K}Many` : never]: NonNullable<ResourceCommand["several"]>;
};

export function methodsOfCommands(commands: Record<string, ResourceCommand>) {
  return Object.fromEntries(
    Object.entries(commands).flatMap(([name, { method: single, several }]) => [
      [name, single] as const,
      ...(several ? [[`${name}Many`, several] as const] : []),
    ]),
  );
}
