/**
 * What the parts of a list show: translated, formatted, and no bigger on the wire than it must be. An object that rows
 * have in common is sent once when it is the same object: make links, commands and states once a list, not once a row.
 */
import type { Option } from "~/contract/resource";
import type { Cell } from "~/widgets/cell";

/** `{id}` in an address stands for the row's id: rows then share one text, and one object, on the wire. */
export function ofRow(address: string, id: number): string {
  return address.replace("{id}", String(id));
}

export interface Column {
  label: string;
  /** By which somebody's choice of columns knows it. Default: its place. */
  name?: string | undefined;
  /** Shown to those alone who have chosen it. */
  hiddenAtFirst?: true | undefined;
  /** Pixels, where somebody chose them. */
  width?: number | undefined;
  /** Where its texts lead, with `{id}`. */
  link?: string | undefined;
  numeric?: boolean | undefined;
  /** Its texts are not broken into lines: days, numbers of people and things, words of a dictionary. */
  whole?: boolean | undefined;
  /** Its place in the head of a card, where rows are shown as cards. */
  card?: "name" | "state" | "amount" | "time" | undefined;
  /** Address of the list sorted by it, and how it is sorted now. */
  sort?: { to: string; now: "ascending" | "descending" | "none"; label: string } | undefined;
}

export type FilterInput = FilterKinds & {
  /** It stands on the first line, before the others. */
  first?: true | undefined;
};

type FilterKinds =
  | { kind: "text"; name: string; label: string; value: string }
  | { kind: "choice"; name: string; label: string; value: string; options: Option[]; tabs?: true | undefined }
  | { kind: "choices"; name: string; label: string; values: string[]; options: Option[]; tabs?: true | undefined }
  | { kind: "numbers"; name: string; label: string; from: string; to: string; error?: string | undefined }
  | {
      kind: "days";
      error?: string | undefined;
      name: string;
      label: string;
      from: string;
      to: string;
      shortcuts: { label: string; to: string }[];
    };

/** A state of the list, with how many rows the other filters find in it. */
export interface TabView {
  to: string;
  label: string;
  count: string;
  now?: true | undefined;
}

export interface PagerView {
  total: string;
  pageNo: number;
  totalPage: number;
  /** Addresses; null where there is no such page. */
  previous: string | null;
  next: string | null;
  /** Page numbers around the present one; 0 stands for a gap. */
  pages: { n: number; to: string }[];
  sizes: { n: number; to: string; now: boolean }[];
  /** What the pages leave out; "" where they hold everything. */
  note: string;
  /** What the jumper's form keeps of the address. */
  kept: [name: string, value: string][];
}

/** What a column's cells are changed with. */
export interface CellInput {
  kind: "text" | "number" | "date" | "choice" | "flag";
  required: boolean;
  max?: number | undefined;
  options?: Option[] | undefined;
}

/** `to`: where it is asked first; `why`: why it cannot be done; `tucked`: behind `⋯`. */
export interface CommandLink {
  intent: string;
  label: string;
  tucked?: true | undefined;
  to?: string | undefined;
  why?: string | undefined;
}

export interface Row {
  id: number;
  cells: Cell[];
  /** While cells are changed: the row's version, and the texts in its inputs by column. */
  version?: number | undefined;
  texts?: Record<string, string> | undefined;
  /** Addresses may hold `{id}`. */
  links?: { to: string; label: string; danger?: boolean | undefined }[] | undefined;
  /** Buttons that post `<intent>=<id>`, or lead to where it is asked first. */
  commands?: CommandLink[] | undefined;
  chosen?: boolean | undefined;
}

/** Rows chosen, here and on other pages, and what can be done with them. */
export interface Selection {
  /** Ids chosen on other pages, and all of this one; `3-9.12`. */
  others: string;
  shown: string;
  /** Chosen on other pages: the browser counts on from there. */
  elsewhere: number;
  count: number;
  /** Everything found is chosen: as it was signed; "" where it is not. */
  all: string;
  bulk: { intent: string; label: string; danger?: boolean | undefined }[];
  toAll: { to: string; label: string } | null;
  clear: string | null;
}

/** A question before a command. */
export interface AskView {
  question: string;
  more?: string | undefined;
  /** On the button. */
  label: string;
  danger?: boolean | undefined;
  cancel: string;
  /** What the answer posts. */
  fields: [name: string, value: string][];
}

/** What somebody keeps of the list. */
export interface Memory {
  /** Path of the list, and its address without what passes. */
  list: string;
  search: string;
  here: string;
  print: string;
  /** Views by name; `shared` says by whom or that it is, `theirs` is the id of another's. */
  filters: {
    name: string;
    to: string;
    now?: boolean | undefined;
    shared?: string | undefined;
    theirs?: number | undefined;
  }[];
  /** Columns are being chosen. */
  choices?: { name: string; label: string; shown: boolean; width: number }[] | undefined;
  /** The filter is being named. */
  naming?: boolean | undefined;
  /** Roles that it may be shared with; left out without the right to share. */
  share?: { id: number; name: string }[] | undefined;
  /** Why it was not kept. */
  wrong?: string | undefined;
}

/** Cells that were not saved: what was typed, and what is wrong, by `e.<id>.<column>`. */
export interface CellsRefused {
  typed: Record<string, string>;
  errors: Record<string, string[]>;
}

export interface ListView {
  title: string;
  path: string;
  /** Address of the menu entry that it hangs under, where it is none itself. */
  menuAbove?: string | undefined;
  /** Where "New" leads; null without the right. */
  create: string | null;
  /** Where the rows found are exported; left out where they are not. */
  exportTo?: string | undefined;
  /** Further pages of it. */
  tools?: { label: string; to: string }[] | undefined;
  /** Where rows are brought in from a file; left out without the right. */
  importTo?: string | undefined;
  /** A filter with `tabs` stands as tabs over the rows; the form only carries it. */
  filters: FilterInput[];
  tabs?: TabView[] | undefined;
  /** What comes there, while there are no rows at all. */
  whenEmpty?: string | undefined;
  /** Where one goes on then. */
  begin?: { label: string; to: string } | undefined;
  /** A filter is set: an empty list then says so. */
  filtered: boolean;
  columns: Column[];
  rows: Row[];
  /** The last line: sums by column, and what they are of. */
  totals?: { label: string; cells: string[] } | undefined;
  /** Of this page: a command pressed twice on it is done once. */
  key?: string | undefined;
  selection?: Selection | undefined;
  ask?: AskView | undefined;
  /** Why what was chosen is chosen no longer. */
  drift?: string | undefined;
  memory?: Memory | undefined;
  /** Where cells are changed; left out where there is nothing to change. */
  editCells?: string | undefined;
  /** Cells are being changed: with what by column, and where one gets out. */
  editing?: { inputs: Record<string, CellInput>; cancel: string } | undefined;
  /** The list as it is printed: when, and what it was filtered by. */
  print?: { at: string; filters: string[]; back: string } | undefined;
  pager: PagerView;
}
