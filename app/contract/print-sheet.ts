/** What any print template may say: papers, elements, millimetres. No schemas: browsers read this too. */

/** Millimetres; null where each template says its own. A roll is cut behind the ticket. */
export const papers = {
  roll80: { width: 80, height: null },
  roll58: { width: 58, height: null },
  stock80: { width: 80, height: 50 },
  stock150: { width: 150, height: 60 },
  stock180: { width: 180, height: 80 },
  a4: { width: 210, height: 297 },
  /** A plastic card as banks have them (ISO/IEC 7810, ID-1). */
  card: { width: 85.6, height: 54 },
  own: { width: null, height: null },
} as const;
export type PaperKind = keyof typeof papers;

/** Millimetres of the smallest and the largest paper. */
export const paperBounds = { least: 20, most: 420 };
/** Elements of one template at most, and pictures. */
export const mostElements = 40;
export const mostPictures = 5;

export const elementKinds = ["text", "field", "qr", "barCode", "image", "photo", "line"] as const;
export type ElementKind = (typeof elementKinds)[number];

export interface PrintElement {
  kind: ElementKind;
  /** Of a text: what it says; of a value: what stands before it. */
  text: string | null;
  field: string | null;
  /** Of an image: which of the template's pictures, from 1. */
  picture: number | null;
  /** Millimetres from the paper's upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Points. */
  size: number | null;
  bold: boolean;
  align: string | null;
}

export interface PrintLayout {
  /** Millimetres. */
  width: number;
  height: number;
  /** Paths of uploaded files. */
  pictures: string[];
  elements: PrintElement[];
}

interface Paper {
  paper: unknown;
  width: unknown;
  height: unknown;
}

/** Millimetres; null while it is not said, or not a paper. */
export function paperSize({ paper, width, height }: Paper): { width: number; height: number } | null {
  const known = Object.hasOwn(papers, String(paper)) ? papers[paper as PaperKind] : null;
  if (!known) return null;
  const size = { width: known.width ?? Number(width), height: known.height ?? Number(height) };
  return isPaper(size.width) && isPaper(size.height) ? size : null;
}

const isPaper = (millimetres: number) =>
  Number.isFinite(millimetres) && millimetres >= paperBounds.least && millimetres <= paperBounds.most;
