/** What must hold in the data whatever happened: run after every test that writes. */
import { manifests } from "~server/backend/business/manifests";
import type { TestBackend } from "./backend";

/** Each names the rows that break a rule: none may come back. */
const rules: Record<string, string> = Object.assign({}, ...manifests.map(({ invariants = {} }) => invariants));

/** Money alone: what an order says of itself stands in the ledger. Looked at after every test that writes. */
const money = [
  "an order's paid and refunded are the sums of its payments",
  "an order's refunds under way are the sum of those that wait",
  "a refund that is done stands in the payments, another does not",
  "a refund's ways back are what it gives back",
  "no more goes back by a payment type than came by it",
];
const moneyRules = Object.fromEntries(
  money.map((rule) => {
    const statement = rules[rule];
    if (statement === undefined) throw new Error(`No business keeps the rule that ${rule}.`);
    return [rule, statement];
  }),
);

type Sql = Pick<TestBackend, "sql">;

/** Fails with the rows that break a rule. */
export async function checkInvariants(backend: Sql): Promise<void> {
  await checkRules(backend, rules);
}

/** As {@link checkInvariants} over the money alone. */
export async function checkLedger(backend: Sql): Promise<void> {
  await checkRules(backend, moneyRules);
}

async function checkRules(backend: Sql, held: Record<string, string>): Promise<void> {
  for (const [rule, statement] of Object.entries(held)) {
    const rows = await backend.sql(`${statement} limit 5`);
    if (rows.length > 0) throw new Error(`${rule}: ${JSON.stringify(rows)}`);
  }
}
