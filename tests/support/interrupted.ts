/** A step that dies in the middle: what is there afterwards, and that the same press does it once. PostgreSQL alone. */
import { expect } from "vitest";
import type { TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";

/**
 * Tables that changed. Numbers are drawn beforehand, in blocks: those of a call that died stay a gap. `aside`: what tells that
 * somebody asked, in a transaction of its own.
 */
export const moved = async (
  backend: TestBackend,
  before: Awaited<ReturnType<typeof digests>>,
  aside: readonly string[] = [],
) => changed(before, await digests(backend)).filter((table) => table !== "counter" && !aside.includes(table));

/**
 * Killed where it writes into each of the tables in turn (`orders update`: where it changes a row of it), and pressed once
 * more after each; then twice to the end.
 */
export async function interrupted(
  backend: TestBackend,
  tables: readonly string[],
  press: () => Promise<{ success: boolean; message: string; data: unknown }>,
  /** What tells its second press apart: the same answer by its key, or a refusal where the state says that it is done. */
  second: "same" | "refused" = "same",
  aside: readonly string[] = [],
): Promise<void> {
  const before = await digests(backend);
  for (const step of tables) {
    const [table = "", on = "insert"] = step.split(" ") as [string?, ("insert" | "update")?];
    expect([step, await killedWhile(backend, table, press, "true", on)]).toEqual([step, { success: false, killed: 1 }]);
    expect([step, await moved(backend, before, aside)]).toEqual([step, []]);
  }
  const done = await press();
  expect(done.message).toBe("");
  const written = await digests(backend);
  const again = await press();
  if (second === "same") expect(again.data).toEqual(done.data);
  else expect(again.success).toBe(false);
  expect(await moved(backend, written, aside)).toEqual([]);
  await checkInvariants(backend);
}
