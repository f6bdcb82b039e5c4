/**
 * A list over the rows of another: with an address, a function, columns, filters and rows of its own. It has list, file and
 * kept filters; its rows' pages are those of what it is a view of.
 */

import type { ResourceCommand } from "./command";
import type { Field } from "./field-kinds";
import type { FunctionCode } from "./menu-entry";
import type { Message } from "./messages";
import type { Business } from "./method";
import { type OwnPages, resource } from "./resource";

/** What a view is made of: a resource, or fields that no list shows as they are. */
export interface ViewBase<F extends Record<string, Field>, Verb extends string = string> {
  business: Business;
  noun: string;
  fields: F;
  nameField: keyof F & string;
  defaultSort: { field: (keyof F & string) | "id"; order: "asc" | "desc" };
  status?: keyof F & string;
  thing?: string;
  path?: string;
  pages?: OwnPages;
  commands?: Readonly<Record<Verb, ResourceCommand>>;
}

interface ViewDefinition<Name extends string, Verb extends string> {
  /** Of its methods: `<noun>List`, `<noun>ListExport`. */
  noun: string;
  title: Message;
  path: string;
  fun: FunctionCode;
  alsoFor?: readonly FunctionCode[];
  tools?: readonly { label: Message; to: string }[];
  /**
   * Which rows it has, where filters can say it: by field what a filter would (`T`, `a,b`, `1~9`). What they cannot say
   * (the hour, the caller) is the backend's `where`.
   */
  where?: Readonly<Partial<Record<Name, string>>>;
  /** In this order. Default: those of the base. */
  columns?: readonly Name[];
  /** Default: those of the base. Each needs an index of the table, as a filter of the base does. */
  filters?: readonly Name[];
  defaultSort?: { field: Name | "id"; order: "asc" | "desc" };
  /** Default: those of the base. */
  pages?: OwnPages;
  /** Commands of the base that its rows have here as well; one that asks for something does so on the base's page. */
  commands?: readonly Verb[];
}

export function view<const F extends Record<string, Field>, const Verb extends string = never>(
  base: ViewBase<F, Verb>,
  { noun, columns, filters, where, pages, commands = [], ...own }: ViewDefinition<keyof F & string, Verb>,
) {
  const names = columns
    ? [...columns, ...Object.keys(base.fields).filter((name) => !isOneOf(columns, name))]
    : undefined;
  const fields = (names ?? Object.keys(base.fields)).flatMap((name): [string, Field][] => {
    const field = base.fields[name];
    return field ? [[name, shownAs(field, columns && isOneOf(columns, name), filters && isOneOf(filters, name))]] : [];
  });
  const at = pages ?? base.pages ?? pagesOfBase(base.path);
  const fixed = Object.entries<string | undefined>(where ?? {}).flatMap(([name, text]): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  );
  const made = resource<Record<string, Field>, string, Record<never, never>>(base.business, noun, {
    nameField: base.nameField,
    defaultSort: base.defaultSort,
    ...(base.status !== undefined && { status: base.status }),
    ...own,
    fields: Object.fromEntries(fields),
    readOnly: true,
    thing: base.thing ?? base.noun,
    pages: at,
    where: Object.fromEntries(fixed),
  });
  return { ...made, commands: Object.fromEntries(commands.map((name) => [name, commandOfBase(base, name, at)])) };
}

/** From the page of a command the way leads back to the row's own. */
const pagesOfBase = (path: string | undefined): OwnPages =>
  path === undefined ? {} : { detail: `${path}/{id}`, command: `${path}/{id}/{command}?on=row` };

/** The base's own, with its method and its right; what asks for something needs a page that asks. */
function commandOfBase<Verb extends string>(
  { noun, commands }: Pick<ViewBase<Record<string, Field>, Verb>, "noun" | "commands">,
  name: Verb,
  pages: OwnPages,
): ResourceCommand {
  const found = commands?.[name];
  if (!found) throw new Error(`${noun} has no command ${name}`);
  if (Object.keys(found.fields ?? {}).length > 0 && pages.command === undefined)
    throw new Error(`${noun}.${name}: it has no page in a view`);
  return found;
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

/** Undefined: as in the base. Values that are sought part by part or in ranges still are. */
function shownAs(field: Field, isColumn: boolean | undefined, isFilter: boolean | undefined): Field {
  // Nobody reads a secret off a list, and lines are a list themselves.
  if (field.kind === "secret" || field.kind === "lines") return field;
  const { filter = "equals", ...rest } = field;
  const listed = isColumn === undefined ? rest : { ...rest, list: isColumn };
  const sought = isFilter ?? field.filter !== undefined;
  return sought ? { ...listed, filter } : listed;
}
