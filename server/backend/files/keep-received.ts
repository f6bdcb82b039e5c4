/** Files that another system gave with its answer: admitted as those of people are, and put where theirs are. */
import type { Transaction } from "../db/database";
import { admit, type Received } from "./admit";
import { storedFile } from "./schema";
import type { FileStore } from "./store";
import { nameOf, pathFor } from "./upload";

interface Keeper {
  store: FileStore;
  corpCode: string;
  now: Date;
  write: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
}

/**
 * Paths of those that are documents. Nothing holds them yet: whoever names them in a row holds them, and the sweep takes
 * what nobody named.
 */
export async function keepReceived(
  { store, corpCode, now, write }: Keeper,
  received: readonly Received[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const { name: given, bytes } of received) {
    const name = nameOf(given);
    const admitted = await admit({ name, bytes }, ["document"]);
    if (!admitted.ok) continue;
    const { kind, contentType } = admitted.sniffed;
    const path = pathFor(corpCode, admitted.sniffed, false, now);
    const row = {
      ...{ path, kind, name, contentType, size: bytes.length, width: null, height: null, isPublic: false },
      ...{ state: "temporary" as const, since: now, source: "manage", accountId: 0, createdAt: now },
    };
    // The row comes first: whatever happens then, the sweep finds what is left.
    await write((tx) => tx.insert(storedFile).values(row as typeof storedFile.$inferInsert));
    await store.put(path.slice(1), bytes, contentType);
    paths.push(path);
  }
  return paths;
}
