/** A block of the workbench: the one method that it asks, and what it shows of the answer. Pure data and functions of it. */
import type { AnswerOf, Method, PayloadOf } from "../contract/method";

interface Linked {
  /** Where its rows are; left out for who may not open that page. */
  to?: string | undefined;
}

export interface Figure extends Linked {
  label: string;
  value: string;
  /** What it is held against. */
  note?: string | undefined;
}

export interface Row extends Linked {
  text: string;
  /** Beneath the text. */
  note?: string | undefined;
  value?: string | undefined;
  /** 0 to 1 draws a bar, in `warn` from where it is worth a look. */
  share?: number | null | undefined;
  tone?: "warn" | "bad" | undefined;
}

export interface Dot {
  title: string;
  tone: "good" | "bad" | "calm";
  to: string;
}

/** What every block may have, whatever it shows. */
interface Head extends Linked {
  title: string;
  /** A sentence beneath the title. */
  text?: string | undefined;
  /** A button in its head: what it posts, and where. */
  press?: { label: string; action: string; fields: Readonly<Record<string, string>> } | undefined;
}

export type BlockView = Head &
  (
    | { kind: "figures"; figures: Figure[] }
    /** One value a point, drawn as a line; `before` is drawn behind it. `labels` stand beneath, evenly. */
    | { kind: "line" | "bars"; values: number[]; before?: number[]; labels: string[]; most: string; alt: string }
    | { kind: "rows"; rows: Row[]; none: string; more?: string | undefined }
    | { kind: "photo"; path: string }
    /** One dot a thing that went well or not, the latest last. */
    | { kind: "dots"; dots: Dot[]; none: string }
    /** What somebody comes to do: one button, and how far they are. */
    | { kind: "work"; button: string; start: string; figures: Figure[]; rows: Row[] }
  );

/** Who looks. */
export interface HomeViewer {
  isHeadOffice: boolean;
  isSaas: boolean;
}

export interface HomeBlock {
  /** Blocks stand in the order of their places: 10 what one comes to do, 20 figures, 30 pictures, 40 and on what to look at. */
  place: number;
  /** Shown to whoever may call it. */
  asks: Method;
  payload: object;
  /** Left out for who may call this one, since its block says more. */
  unless?: Method;
  /** What a right does not say. */
  isFor?: (viewer: HomeViewer) => boolean;
  /** Null: nothing to say today. */
  shows: (answer: never) => BlockView | null;
}

/** Ties a method to what is shown of its answer. */
export function homeBlock<M extends Method>(
  place: number,
  asks: M,
  shows: (answer: AnswerOf<M>) => BlockView | null,
  more: Pick<HomeBlock, "unless" | "isFor"> & { payload?: PayloadOf<M> } = {},
): HomeBlock {
  return { place, asks, shows, ...more, payload: (more.payload ?? {}) as object };
}

/** The address of a list narrowed to a range of one field. */
export function listOf(path: string, field: string, from: string, to = from): string {
  return `${path}?${field}.from=${from}&${field}.to=${to}`;
}
