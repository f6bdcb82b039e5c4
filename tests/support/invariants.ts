/** What must hold in the data whatever happened: run after every test that writes. */
import { expect } from "vitest";
import { manifests } from "~server/backend/business/manifests";
import type { TestBackend } from "./backend";

/** Each names the rows that break a rule: none may come back. */
const rules: Record<string, string> = Object.assign({}, ...manifests.map(({ invariants = {} }) => invariants));

/** Fails with the rows that break a rule. */
export async function checkInvariants(backend: Pick<TestBackend, "sql">): Promise<void> {
  for (const [rule, statement] of Object.entries(rules)) {
    expect(await backend.sql(`${statement} limit 5`), rule).toEqual([]);
  }
}
