/** A resource: a noun with the usual operations. One definition serves grid, filter, form, validators and methods. */
import type { z } from "zod";
import {
  type Command,
  type CommandMethods,
  commandOf,
  methodsOfCommands,
  type ResourceCommand,
  switching,
} from "./command";
import type { Field, RowOf } from "./field-kinds";
import type { Rule } from "./form-rules";
import { importMethods } from "./import";
import type { FunctionCode, ResourceButton } from "./menu-entry";
import { type Message, m } from "./messages";
import type { Business, Method } from "./method";
import { resourceMethods } from "./resource-methods";

export * from "./resource-lists";
export { allRows, allRowsBound, manyAnswer, manyPayload } from "./resource-many";

/** The states of a resource: what its status field may hold. `enableStatus` has T and F; others say their `values`. */
type StateOf<F extends Record<string, Field>, S extends string> = F[S] extends {
  values: infer V extends readonly string[];
}
  ? V[number]
  : "T" | "F";

interface ResourceDefinition<F extends Record<string, Field>, S extends keyof F & string, C> {
  /** One of them: "New gate", "Edit gate". */
  title: Message;
  /** All of them, over the list; default: the title. In Chinese they are the same. */
  listTitle?: Message;
  /** Path of the list page; the form and detail hang under it unless `editPath` is set. */
  path: string;
  editPath?: string;
  /** Function code of the menu. */
  fun: FunctionCode;
  /** What its buttons are called where "create", "edit", "delete", "suspend", "import" do not say it. */
  buttonLabels?: Partial<Record<ResourceButton, Message>>;
  fields: F;
  /** The form's parts, in order; fields of none stand before them. */
  sections?: readonly { title: Message; fields: readonly (keyof F & string)[] }[];
  /** Rules across fields, checked once each field is right by itself. */
  rules?: readonly Rule<keyof F & string>[];
  /**
   * Fields that no two rows of a corp have alike together, e.g. `[["lockerGroupId", "number"]]`; the last of them tells the
   * rows of the others apart, and none is without one another. A single field says so by itself.
   */
  unique?: readonly (readonly (keyof F & string)[])[];
  /** The field that names a row in references, headings and refusals. */
  nameField: keyof F & string;
  defaultSort: { field: (keyof F & string) | "id"; order: "asc" | "desc" };
  /** What its rows are mostly looked for by, on the first line of the filter. Default: the first days, and what stands before others. */
  firstFilters?: readonly (keyof F & string)[];
  /** Rows are made by the program alone (logs, ledgers): nothing but reading and declared commands is offered. */
  readOnly?: boolean;
  /** Rows come with the product: they are changed, and none is made or deleted. */
  fixedRows?: boolean;
  /** Rows are made and changed, and none is deleted: what happened with them must be read later. */
  keptRows?: boolean;
  /** The dictionary field that is the row's state: what commands go from and to. */
  status?: S;
  /** The states in which its rows are edited: in others no page offers it, and it is refused. Default: all. */
  editIn?: readonly string[];
  /** What may be done with a row. Default with a status: suspend and resume, between T and F. */
  commands?: C & { readonly [K in keyof C]: Command<StateOf<F, S>> };
  /** The boolean field of rows that came with the product: they are not deleted, and no page offers it. */
  builtIn?: keyof F & string;
  /** Rows may come from a file; `new`: it makes rows, and changes none. */
  importable?: boolean | "new";
  /** Where one goes on when rows of a file are in. */
  afterImport?: { label: Message; to: string };
  /** Its page has notes and attachments. */
  notes?: true;
  /** Whatever changes its rows needs a fresh proof: see `freshProof` of a method. */
  freshProof?: true;
  /** Functions beside `fun` whose holders may ask for the list and its file. */
  alsoFor?: readonly FunctionCode[];
  /** What the audit trail calls its rows, where that is not the noun. */
  thing?: string;
  /** What its button codes begin with, where that is not the noun. */
  rights?: string;
  /**
   * Pages of its own in the place of the engine's. A resource that says this has of the engine its list, its file and its
   * commands, and no methods but theirs.
   */
  pages?: OwnPages;
  /** Further pages of a row, that its page leads to; `{id}`, or another field's name in braces, stands for the row's. */
  links?: readonly { label: Message; to: string }[];
  /** What its list says while there are no rows at all: what comes there, and by what. */
  whenEmpty?: Message;
  /** Where its first rows are made more easily than one by one: its list leads there while it has none, who may open it. */
  begin?: { label: Message; to: string };
  /** Further pages that its list leads to. */
  tools?: readonly { label: Message; to: string }[];
  /** Rows that the list has: by field what a filter of it would say (`T`, `a,b`, `1~9`). See `view`. */
  where?: Readonly<Record<string, string>>;
}

/** Addresses of hand-written pages; `{id}`, or another field's name in braces, stands for the row's. */
export interface OwnPages {
  /** Of one row: its name in the list leads there. */
  detail?: string;
  create?: string;
  edit?: string;
  remove?: string;
  /** Where a command asks for what it needs; `{command}` stands for its name. */
  command?: string;
}

/** A group is kept as one value: nothing seals a part of it. */
function refuseSecretsInGroups(noun: string, fields: Record<string, Field>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== "group") continue;
    const secret = Object.keys(field.fields).find((part) => field.fields[part]?.kind === "secret");
    if (secret) throw new Error(`${noun}: the secret ${secret} would be kept readable in the group ${name}`);
  }
}

/** A command that moves a row needs a state to move, and only states that there are. */
function refuseUnknownStates(
  noun: string,
  field: Field | undefined,
  commands: Record<string, Pick<Command, "from" | "to">>,
): void {
  const known = field?.kind === "dictionary" ? (field.values ?? ["T", "F"]) : [];
  for (const [name, { from = [], to }] of Object.entries(commands)) {
    const wrong = [...from, ...(to === undefined ? [] : [to])].find((state) => !known.includes(state));
    if (wrong !== undefined) throw new Error(`${noun}.${name}: there is no state ${wrong}`);
  }
}

/** Where the pages are a business's own, no page of the engine asks for what a command needs. */
function refuseFields(noun: string, commands: Record<string, Command>): void {
  const asking = Object.entries(commands).find(([, { fields = {} }]) => Object.keys(fields).length > 0);
  if (asking) throw new Error(`${noun}.${asking[0]}: it asks for something and has no page for it`);
}

/**
 * Declares a resource and its methods: `<noun>List`, `Get`, `Options`, `Changes`, `Save`, `Remove`, and one a command
 * (`Suspend` and `Resume`, where it declares no others); `…Many` of removal and of the commands that say so.
 */
export function resource<
  const F extends Record<string, Field>,
  const S extends keyof F & string = never,
  const C extends Record<string, Command> = [S] extends [never] ? Record<never, never> : typeof switching,
>(business: Business, noun: string, definition: ResourceDefinition<F, S, C>) {
  const { fun, status, fields, rights = noun, freshProof = false } = definition;
  refuseSecretsInGroups(noun, fields);
  const declared = definition.commands ?? (status === undefined || definition.readOnly ? {} : switching);
  if (definition.pages) refuseFields(noun, declared);
  const edits = definition.editIn ? { edit: { from: definition.editIn } } : {};
  refuseUnknownStates(noun, status === undefined ? undefined : fields[status], { ...declared, ...edits });
  const commands = Object.fromEntries(
    Object.entries(declared).map(([name, one]) => [
      name,
      commandOf({ business, noun, fun, rights, freshProof }, name, one as Command),
    ]),
  );
  return {
    business,
    noun,
    ...definition,
    thing: definition.thing ?? noun,
    commands: commands as { [K in keyof C & string]: ResourceCommand<C[K]> },
    /** Button codes of what the engine does with rows. */
    buttons: { add: `${rights}:add`, edit: `${rights}:edit`, remove: `${rights}:remove`, suspend: `${rights}:suspend` },
    /** From a file (button `<noun>:import`); null where rows are typed only. */
    imports: definition.importable ? importMethods(business, noun, fun, freshProof) : null,
    methods: {
      ...resourceMethods(business, noun, definition),
      ...(methodsOfCommands(commands) as CommandMethods<C>),
    },
  };
}

/**
 * The methods that there are: of a read-only resource none that writes but its commands, of fixed and of kept rows none that
 * deletes, of one with pages of its own those of the list and the commands.
 */
export function methodsOf({ methods, imports, commands, readOnly, fixedRows, keptRows, pages }: AnyResource): Method[] {
  const { remove, removeMany } = methods;
  const missing: Method[] = fixedRows || keptRows ? [remove, removeMany] : [];
  const ofCommands = new Set<Method>(Object.values(methodsOfCommands(commands)));
  if (pages) return [methods.list, methods.export, ...ofCommands];
  // Both have a `get`: one list after the other, not one object over the other.
  return ([...Object.values(methods), ...Object.values(imports ?? {})] as Method[]).filter(
    (one) => (!readOnly || !one.writes || one === methods.export || ofCommands.has(one)) && !missing.includes(one),
  );
}

/** The rights of a resource's own commands, each once. */
export function commandButtonsOf({ commands }: Pick<AnyResource, "commands">): { code: string; label: Message }[] {
  const found = new Map<string, Message>();
  for (const { button, label, right } of Object.values(commands))
    if (!found.has(button)) found.set(button, right ?? label);
  for (const { decides, approval, label } of Object.values(commands))
    if (decides && !found.has(decides)) found.set(decides, approval?.right ?? deciding(label));
  return [...found].map(([code, label]) => ({ code, label }));
}

const deciding =
  (label: Message): Message =>
  (_, options) =>
    m.approvals_right({ command: label({}, options) }, options);

/** Addresses of the pages of a resource's commands, with `:id` in place of the row's. */
export function commandRoutes({ path, commands, pages }: Pick<AnyResource, "path" | "commands" | "pages">): string[] {
  // They are asked for above the list.
  if (pages) return [];
  return Object.keys(commands).map((name) => `${path}/:id/${name}`);
}

/** Any resource, for the engine. */
export type AnyResource = Omit<ReturnType<typeof resource<Record<string, Field>, string>>, "commands" | "methods"> & {
  commands: Record<string, ResourceCommand>;
  methods: Omit<EngineMethods, "save" | "saveCells"> & {
    /** A business may have its own, with a payload of its own, and none for cells. */
    save: Method<z.ZodType, EngineMethods["save"]["answer"]>;
    saveCells?: EngineMethods["saveCells"];
  };
};
type EngineMethods = ReturnType<typeof resourceMethods>;
/** A row of a resource as the backend keeps it: its fields, and the engine's own. */
export type ResourceRow<R extends { fields: Record<string, Field> }> = RowOf<R["fields"]> & {
  id: number;
  rowVersion: number;
};
