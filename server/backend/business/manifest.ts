/** What a business says of itself to the backend. Handlers, jobs, seeds and checks of the data are computed from it. */
import type { ButtonCode, FunctionCode } from "~/contract/menu-entry";
import type { Transaction } from "../db/database";
import type { JobKind } from "../jobs/kind";
import type { YearsOf } from "../kernel/closed-years";
import type { ClassedTables, Unsettling } from "../kernel/data-classes";
import type { Finder } from "../kernel/finder";
import type { Invariants } from "../kernel/invariant";
import type { KeptLedger } from "../kernel/ledger";
import type { LedgerBackend } from "../kernel/ledger-look";
import type { PersonalOf } from "../kernel/personal-data";
import type { Portable } from "../kernel/portable";
import type { Purge } from "../kernel/purge";
import type { Served } from "../kernel/served";
import type { Say } from "../seed/demo-words";
import type { Sellable } from "./order/sellable";

export interface BackendManifest {
  /**
   * Handlers; of the order core a function of what the businesses sell, and of the money that they hold for guests; of
   * tenants, of the roles that a new one begins with.
   */
  served:
    | readonly Served[]
    | ((
        sellables: readonly Sellable[],
        held: readonly KeptLedger[],
        roles: readonly SeedRole[],
        portables: readonly Portable[],
      ) => readonly Served[]);
  /** Its schemas: every table in them is held against what the migrations make. */
  tables?: readonly Readonly<Record<string, unknown>>[];
  /** Which of its tables hold other than records of what happened: what may be cleared, and what goes with it. */
  data?: ClassedTables;
  /** What of its tables goes after some time, at night. */
  purges?: readonly Purge[];
  /** Which of its columns belong to people, and what they are kept for. */
  personal?: PersonalOf;
  /** Puts right what stays of it, where that says something of rows that are cleared. */
  unsettles?: readonly Unsettling[];
  /** What of it belongs to a business year, and what must have come to an end before one is closed; its ledgers do by themselves. */
  years?: YearsOf;
  /** Configuration of its own that can be handed over to another tenant. */
  portables?: readonly Portable[];
  /** What can be sold of it, through the order core. */
  sells?: Sellable;
  /** What the search over everything finds of it. */
  finds?: readonly Finder[];
  /** Background work of its own. */
  kinds?: readonly JobKind[];
  /** What roles of a first start are granted; several businesses may grant to one role. */
  roles?: readonly SeedRole[];
  /** Ledgers that it keeps: each brings its list and its invariants. */
  ledgers?: readonly LedgerBackend[];
  /** By the sentence that holds: what breaks it, for the tests and the nightly audit. */
  invariants?: Invariants;
  /** Rows of the demonstration, once; asks by itself whether they are there. */
  demonstration?: (tx: Transaction, people: DemoPeople, now: Date) => Promise<void>;
}

export interface SeedRole {
  code: string;
  /** Of the business that brings the role. */
  name?: string;
  /** Function code with the button codes granted under it. */
  grants: readonly (readonly [fun: FunctionCode, buttons: readonly ButtonCode[]])[];
}

export interface Staff {
  id: number;
  name: string;
}

/** Who does things in the demonstration. */
export interface DemoPeople {
  manager: Staff;
  seller: Staff;
  keeper: Staff;
  /** In its language. */
  say: Say;
}
