/** A step that dies in the middle: what is there afterwards, and that the same press does it once. PostgreSQL alone. */
import { expect } from "vitest";
import type { TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { killedWhile } from "~tests/support/killed";

/** Tables that changed. Numbers are drawn beforehand, in blocks: those of a call that died stay a gap. */
export const moved = async (backend: TestBackend, before: Awaited<ReturnType<typeof digests>>) =>
  changed(before, await digests(backend)).filter((table) => table !== "counter");

/** Killed where it writes into each of the tables in turn, and pressed once more after each; then twice to the end. */
export async function interrupted(
  backend: TestBackend,
  tables: readonly string[],
  press: () => Promise<{ success: boolean; message: string; data: unknown }>,
  /** What tells its second press apart: the same answer by its key, or a refusal where the state says that it is done. */
  second: "same" | "refused" = "same",
): Promise<void> {
  const before = await digests(backend);
  for (const table of tables) {
    expect([table, await killedWhile(backend, table, press)]).toEqual([table, { success: false, killed: 1 }]);
    expect([table, await moved(backend, before)]).toEqual([table, []]);
  }
  const done = await press();
  expect(done.message).toBe("");
  const written = await digests(backend);
  const again = await press();
  if (second === "same") expect(again.data).toEqual(done.data);
  else expect(again.success).toBe(false);
  expect(await moved(backend, written)).toEqual([]);
  await checkInvariants(backend);
}
