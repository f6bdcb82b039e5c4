/** The product's dictionaries, of all businesses, by code. */
import type { DictionaryDeclaration } from "./dictionary-declaration";
import { manifests } from "./manifests";

export const productDictionaries: Readonly<Record<string, DictionaryDeclaration>> = Object.fromEntries(
  manifests.flatMap(({ dictionaries = {}, ledgers = [] }) => [
    ...Object.entries(dictionaries),
    ...ledgers.map(({ kindsCode, dictionary }) => [kindsCode, dictionary] as const),
  ]),
);
