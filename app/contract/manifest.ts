/** What a business says of itself to the contract. The registry, the menu, the guard and the seeds are computed from it. */
import type { DictionaryDeclaration } from "./dictionary-declaration";
import type { AnyLedger } from "./ledger";
import type { MenuEntry } from "./menu-entry";
import type { ParameterDefinition } from "./parameter-declaration";
import type { AnyResource } from "./resource";

export interface ContractManifest {
  /** Nouns with the usual operations. */
  resources?: readonly AnyResource[];
  /** Each brings the list of its rows, and the dictionary of its movements. */
  ledgers?: readonly AnyLedger[];
  /** Modules: of each, every method that it exports. */
  methods?: readonly Readonly<Record<string, unknown>>[];
  /** By function code. */
  menu?: Readonly<Record<string, MenuEntry>>;
  /** For every account, by a key of their own. */
  openMenu?: Readonly<Record<string, MenuEntry>>;
  dictionaries?: Readonly<Record<string, DictionaryDeclaration>>;
  /** System parameters by code. */
  parameters?: Readonly<Record<string, ParameterDefinition>>;
}
