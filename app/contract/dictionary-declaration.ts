/** How the product's dictionaries are declared. Each business adds its own to the type of their codes. */
export interface DictionaryDeclaration {
  name: readonly [zh: string, en: string];
  /** A corp may add items of its own and suspend any; the rest the product asks for by their codes. */
  open?: true;
  /** What stands beside the items for all of them: no item is called so. */
  reserved?: readonly string[];
  items: readonly (readonly [value: string, label: string, labelEn: string, colour?: Colour])[];
}

/** What repeats in colour what the words say; a corp may choose another. */
export type Colour = "good" | "warn" | "bad" | "calm" | "accent";

export function dictionaries<const D extends Record<string, DictionaryDeclaration>>(declared: D): D {
  return declared;
}

// biome-ignore lint/suspicious/noEmptyInterface: filled by the businesses
export interface BusinessDictionaries {}

type KeyOf<D> = D extends unknown ? keyof D & string : never;
/** In place of a dictionary: the choice among all of them. */
export const typesDictionary = "dictType";
export type DictionaryCode = KeyOf<BusinessDictionaries[keyof BusinessDictionaries]> | typeof typesDictionary;
