/**
 * Number plates: how they are written, and which there are. Pure. After GA 36-2018: seven characters, eight of new energy;
 * police, school and consulate plates end in their word, those of Hong Kong and Macao that may drive on the mainland in 港 or 澳.
 */
export type PlateKind = "usual" | "newEnergy" | "crossBorder" | "special" | "force" | "embassy";

export interface Plate {
  plate: string;
  kind: PlateKind;
}

const province = "[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]";
/** No plate has I or O: they would be read as 1 and 0. */
const sign = "[A-HJ-NP-Z\\d]";

const kinds: readonly (readonly [PlateKind, RegExp])[] = [
  ["crossBorder", new RegExp(`^粤Z${sign}{4}[港澳]$`)],
  ["special", new RegExp(`^${province}[A-HJ-NP-Z]${sign}{4}[警学领挂试超]$`)],
  // Small: D to K in the third place; large: at the end.
  ["newEnergy", new RegExp(`^${province}[A-HJ-NP-Z](?:[A-HJK]${sign}\\d{4}|\\d{5}[A-HJK])$`)],
  ["usual", new RegExp(`^${province}[A-HJ-NP-Z]${sign}{5}$`)],
  ["force", /^WJ[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]?[A-HJ-NP-Z\d]\d{4}[A-HJ-NP-Z\d]?$/],
  ["force", /^[A-HJ-NP-Z]{2}\d{5}$/],
  ["embassy", /^使\d{6}$/],
];

/** As it is kept: capital letters, no spaces, dots or hyphens, nothing of full width. */
export function plainPlate(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s\-_.·•・]+/g, "")
    .toUpperCase();
}

/** What was typed or scanned, as a plate; null where no plate is written so. */
export function readPlate(text: string): Plate | null {
  const plate = plainPlate(text);
  const kind = kinds.find(([, written]) => written.test(plate))?.[0];
  return kind ? { plate, kind } : null;
}

/** What stands for a plate that is foreign or of a kind of its own: some letters or digits, and nothing but those. */
export function freePlate(text: string): string | null {
  const plate = plainPlate(text);
  return /^[\p{L}\p{N}]{2,16}$/u.test(plate) ? plate : null;
}
