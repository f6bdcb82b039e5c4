/**
 * What is said of a field: the kinds and what each of them takes. They are declared by the functions of `field-kinds.ts`, which
 * tells where a new one has to be added.
 */
import type { Accept } from "./files";
import type { LineRule, LinesNotation } from "./line-rule";
import type { LineSayer } from "./line-sayers";
import type { Message } from "./messages";

/** `between` is for numbers, amounts and days; `anyOf` for dictionaries and references. */
export type FilterKind = "contains" | "equals" | "anyOf" | "between";

/** That another field of the form has one of these values, as its input has them ("T" and "" of a boolean). */
export interface Condition {
  field: string;
  is: readonly string[];
  /** And this one too. */
  and?: Condition;
}

/** The edit rules of a cell: see `cell-rules.ts`. */
export interface CellRules {
  required?: boolean;
  number?: boolean;
  integer?: boolean;
  minValue?: number;
  maxValue?: number;
  email?: boolean;
  date?: boolean;
  time?: boolean;
  url?: boolean;
  /** What is wrong, in words; null when nothing is. */
  custom?: (text: string) => string | null;
}

export interface Common {
  label: Message;
  required?: boolean;
  /** Required under a condition only; the row may have none. */
  requiredWhen?: Condition;
  /** Part of the form under a condition only; else it is empty and asks for nothing. */
  when?: Condition;
  /** No two rows of a corp have the same, whatever the case of its letters. Default: of the field `code`. */
  unique?: boolean;
  /**
   * Shown as a column of the list. `file`: a column of its file and no column of the page. `answer`: in what the method
   * answers alone.
   */
  list?: boolean | "file" | "answer";
  /** Its column is hidden until somebody chooses it among the columns of the list: what decides has the room. */
  hiddenAtFirst?: true;
  /** Over its column on the page, where others stand beside it. */
  heading?: Message;
  /** Fields whose values stand in its cell behind its own, with `apart` between them (a space). Of the file they are columns. */
  beside?: readonly string[];
  apart?: string;
  filter?: FilterKind;
  /** Its values are chosen from what the backend says beside the rows, and read by the labels there. */
  choice?: true;
  /** False: the list's page has no input for the filter; the address and the method take it. */
  search?: false;
  /** Address of the page that its value leads to in lists and on the row's page; of what the row has in its list. */
  page?: (row: Readonly<Record<string, unknown>>) => string | null;
  /** A zero is shown as nothing in the list; of numbers and amounts. */
  hideZero?: true;
  /** The list may be sorted by it (an index must exist). */
  sort?: boolean;
  /** The list ends with its sum; of numbers and amounts. */
  total?: boolean;
  /** May be changed in the list itself, by these rules beside those that the field has anyway. */
  cellEdit?: boolean | CellRules;
  /** Part of the form. Default true. */
  form?: boolean;
  /** May be set when creating only. */
  createOnly?: boolean;
  /** Shown masked unless the viewer holds the button code `sensitive:view`. */
  mask?: boolean;
  help?: Message;
  default?: string | number | boolean;
  /** A caller that leaves it out keeps what there is, or has the default in a new row. */
  omissible?: true;
  /**
   * Kept once a language, in `<name>` and `<name>En`: read, sought and sorted in the reader's. The backend fills both;
   * it is no part of the form.
   */
  localised?: boolean;
  /** False: it follows from the others, and the change log leaves it out. */
  logged?: false;
  /** False: it serves the order of rows alone, and their page does not tell it. */
  detail?: false;
  /** How people read a value where that is the row's to say. Default: by the kind of field. */
  words?: (value: unknown, row: Readonly<Record<string, unknown>>) => string;
}

export interface TextField extends Common {
  kind: "text";
  max: number;
  multiline?: boolean;
  /** Letters, digits and hyphens only, as spec 5 has it for codes. */
  code?: boolean;
  /** Not broken into lines in a list, as the number of a plate. */
  whole?: true;
  refuseIllegal?: boolean;
}
/** HTML, filtered by the allow-list of spec 5 on the way in and on the way out. */
export interface RichTextField extends Common {
  kind: "richText";
  max: number;
}
/** A whole number; with `decimals`, one of at most two decimals. */
export interface NumberField extends Common {
  kind: "number";
  min: number;
  max: number;
  /** Greater than this, rather than at least `min`. */
  above?: number;
  decimals?: boolean;
  /** Takes the place of the messages of specification 5. */
  message?: Message;
}
/** Integer fen. */
export interface MoneyField extends Common {
  kind: "money";
}
/** yyyy-MM-dd. */
export interface DateField extends Common {
  kind: "date";
  /** Days after today are refused. */
  noFuture?: boolean;
  /** A new form says today. */
  fromToday?: true;
  /** The day that something ends: lists ask what ends in the days ahead. */
  ends?: true;
}
/** HH:mm. */
export interface TimeField extends Common {
  kind: "time";
}
/** yyyy-MM-dd hh:mm:ss, on the clock of the parks. */
export interface MomentField extends Common {
  kind: "moment";
}
/** Two days, `yyyy-MM-dd~yyyy-MM-dd`, the second not before the first. */
export interface RangeField extends Common {
  kind: "range";
}
/** A value of a dictionary; its labels come with the answer. */
export interface DictionaryField extends Common {
  kind: "dictionary";
  dictionary: string;
  /** Its values for good, where rules of the program hang on each of them: states. No corp has others. */
  values?: readonly string[];
  /** Values that forms do not offer under a condition; a rule of the resource refuses them. */
  withheld?: { values: readonly string[]; when: Condition };
}
/**
 * Values of a dictionary, each once, in the order in which they came; `required`: at least one. A filter is `anyOf`: rows
 * that have one of those asked for. Kept as a list of its own, so that nobody takes a text apart.
 */
export interface SeveralField extends Omit<Common, "default"> {
  kind: "several";
  dictionary: string;
  default?: readonly string[];
}
/** The id of another resource's row. */
export interface ReferenceField extends Common {
  kind: "reference";
  to: string;
  /** Too many to list: they are searched for by name, page by page. */
  remote?: boolean;
}
/** The id of a row of a resource whose rows form a tree; its backend's reference names the column of the parent. */
export interface TreeField extends Common {
  kind: "tree";
  to: string;
  /** Only rows without children may be chosen. */
  leafOnly?: boolean;
}
/** The code of an area of specification 3; people read its full address. */
export interface AreaField extends Common {
  kind: "area";
}
export interface BooleanField extends Common {
  kind: "boolean";
}

/**
 * A text that is kept and never told again: forms, pages and the change log say whether there is one, and it changes when
 * another is typed. No column, no filter: nobody reads it off a list.
 */
export interface SecretField extends Common {
  kind: "secret";
  max: number;
  list?: never;
  filter?: never;
  sort?: never;
  unique?: never;
  default?: never;
}
/** What stands in a secret's place wherever the row goes, and in the log of the change that has set another. */
export const secretThere = "••••••••";
export const secretAnother = "•••••••• *";

interface Uploaded extends Common {
  /** Files at most. */
  most: number;
  /** Each smaller than so many megabytes, where that is less than the 10 of all uploads. */
  megabytes?: number;
}
/** Pictures: the paths of uploaded files, in one text (see `pathsOf` of files.ts). */
export interface ImageField extends Uploaded {
  kind: "image";
}
/** Documents, or what `accept` says: paths as of pictures. */
export interface FileField extends Uploaded {
  kind: "file";
  accept?: Exclude<Accept, "image">;
}

/** Texts with a form of their own (specification 5). */
export type PatternKind = "identity" | "mobile" | "telephone" | "email" | "postalCode" | "url";
export interface PatternField extends Common {
  kind: PatternKind;
  /** Of a visitor's mobile: numbers of other countries are taken too. */
  abroad?: true;
}
/** Any number of rows of fields, kept with the row itself as JSON. */
export interface GroupField extends Common {
  kind: "group";
  /** Of kinds that are one input or two: no groups, several values, areas, trees, files, rich texts, secrets or conditions. */
  fields: Record<string, Field>;
  /** Rows at least and at most. */
  min: number;
  max: number;
}
/**
 * The lines of a document: rows of a table of their own, saved with their header in one transaction. A line keeps its id as
 * long as it is there; what is unchanged is not written. Their columns are the fields' (see `linesTable` of the backend).
 */
export interface LinesField extends Common {
  kind: "lines";
  /** Of kinds that are one input and one column: texts, numbers, amounts, days, times, choices, references, ticks. */
  fields: Record<string, Field>;
  /** Fields that no two lines of a document have alike together. Lines that come without ids are known by them. */
  key: readonly string[];
  /** Lines at least and at most. */
  min: number;
  max: number;
  /** What a scanner reads over the lines finds a row for this reference, and counts this number up by one. */
  scan?: { find: string; count: string };
  /** Their order is the people's. Else they stand by their key. */
  ordered?: boolean;
  /** `asc` unless it says `desc`: of lines that stand by their key. */
  order?: "asc" | "desc";
  /** Checked once each line is right by itself; `values` are the header's. */
  rules?: readonly LineRule[];
  /** A line in a few words. Default: its fields with their labels. */
  say?: (line: Readonly<Record<string, unknown>>) => string;
  /** In its form each line is said below its inputs, of their texts; `by` is how the browser finds the same words. */
  spoken?: { by: LineSayer; say: (texts: Readonly<Record<string, string>>) => string };
  /** How lines stand in one cell of a file that is imported. Without it a file has no column for them. */
  notation?: LinesNotation;
  list?: never;
  filter?: never;
  sort?: never;
  unique?: never;
  cellEdit?: never;
  mask?: never;
  default?: never;
}

/**
 * What a corp has declared beyond the product's own fields: values by the code of its field. Which fields there are comes
 * with answers; see `own-fields.ts`.
 */
export interface OwnField extends Common {
  kind: "own";
  /** Whose fields they are: the noun that their declaration names. */
  of: string;
}

export type Field =
  | OwnField
  | TextField
  | NumberField
  | MoneyField
  | DateField
  | TimeField
  | MomentField
  | RangeField
  | DictionaryField
  | SeveralField
  | ReferenceField
  | TreeField
  | AreaField
  | BooleanField
  | RichTextField
  | SecretField
  | ImageField
  | FileField
  | PatternField
  | GroupField
  | LinesField;

export type ValueOf<F> = F extends { kind: "number" | "money" | "reference" | "tree" }
  ? number
  : F extends { kind: "boolean" }
    ? boolean
    : F extends { kind: "group"; fields: infer G extends Record<string, Field> }
      ? RowOf<G>[]
      : F extends { kind: "lines"; fields: infer G extends Record<string, Field> }
        ? LineOf<G>[]
        : F extends { kind: "several" }
          ? string[]
          : F extends { kind: "own" }
            ? Record<string, string | number>
            : string;

/** A line as its table keeps it: without an id it is new. */
export type LineOf<Fields extends Record<string, Field>> = RowOf<Fields> & { id?: number };

export type RowOf<Fields extends Record<string, Field>> = {
  [K in keyof Fields]: Fields[K] extends { required: true } ? ValueOf<Fields[K]> : ValueOf<Fields[K]> | null;
};

/** Whether a field's value is a list of rows. */
export function hasRows(field: Field | undefined): field is GroupField | LinesField {
  return field?.kind === "group" || field?.kind === "lines";
}

/** Whether a field holds uploaded files. */
export const holdsFiles = (field: Field): field is ImageField | FileField =>
  field.kind === "image" || field.kind === "file";

/** What an input of the field takes. */
export function acceptOf(field: ImageField | FileField): Accept {
  return field.kind === "image" ? "image" : (field.accept ?? "file");
}
