/** What a business says of itself to the contract. The registry, the menu, the guard and the seeds are computed from it. */
import type { Trace } from "./audit-trace";
import type { DictionaryDeclaration } from "./dictionary-declaration";
import type { AnyLedger } from "./ledger";
import type { MenuEntry } from "./menu-entry";
import type { Message } from "./messages";
import type { ParameterDefinition } from "./parameter-declaration";
import type { AnyReport } from "./report-kind";
import type { AnyResource } from "./resource";

/** A thing of the audit log that is no resource, or that stands in several lists. */
export interface AuditedThing {
  title: Message;
  /** What an entry of it says whichever method wrote it; null where that is the method's to say. */
  told?: (trace: Trace) => string | null;
}

export interface ContractManifest {
  /** Nouns with the usual operations. */
  resources?: readonly AnyResource[];
  /** Each brings the list of its rows, and the dictionary of its movements. */
  ledgers?: readonly AnyLedger[];
  /** Each brings the method that its page asks, and its export. */
  reports?: readonly AnyReport[];
  /** Modules: of each, every method that it exports. */
  methods?: readonly Readonly<Record<string, unknown>>[];
  /** By function code. */
  menu?: Readonly<Record<string, MenuEntry>>;
  /** For every account, by a key of their own. */
  openMenu?: Readonly<Record<string, MenuEntry>>;
  dictionaries?: Readonly<Record<string, DictionaryDeclaration>>;
  /** By what the audit log calls them. */
  things?: Readonly<Record<string, AuditedThing>>;
  /** System parameters by code. */
  parameters?: Readonly<Record<string, ParameterDefinition>>;
}
