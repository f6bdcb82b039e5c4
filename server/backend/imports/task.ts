import type { Transaction } from "../db/database";
import type { JobRun } from "../jobs/kind";
import type { Call } from "../kernel/call";
import type { Told } from "../kernel/notify";
import type { ImportTarget } from "../kernel/served";
import type { ImportRun } from "./import-store";

/** One step of one import, on behalf of its owner. */
export interface Task {
  run: JobRun;
  target: ImportTarget;
  found: ImportRun;
  /** A call of the owner's, while they hold the right. */
  call(tx: Transaction): Promise<Call>;
  /** Where the import is looked at. */
  link: string;
  /** Tells the owner, within the transaction that ends the step. */
  tell(tx: Transaction, told: Pick<Told, "title" | "body">): Promise<void>;
  /** Tells them that nothing was imported, and why. */
  tellFailure(tx: Transaction, why: string): Promise<void>;
}
