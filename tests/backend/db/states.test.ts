/** What a state may be stands in the contract; the database holds every table to the same values. Those of resources: tables.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderStates, refundStates } from "~/contract/order/order";
import { approvalStates } from "~/contract/platform/approval";
import { jobStates } from "~/contract/platform/job";
import { ticketStates } from "~/contract/ticket/issued";
import { catalogueOf } from "~server/backend/db/catalogue";
import { declaredTables } from "~server/backend/declared-tables";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

interface States {
  table: string;
  column: string;
  values: readonly string[];
}

/** Of what is no resource. */
const others: States[] = [
  { table: "orders", column: "state", values: orderStates },
  { table: "refund", column: "state", values: refundStates },
  { table: "ticket", column: "state", values: ticketStates },
  { table: "job", column: "state", values: jobStates },
  { table: "approval", column: "state", values: approvalStates },
  { table: "job_schedule", column: "status", values: ["T", "F"] },
  { table: "corp", column: "status", values: ["T", "F"] },
];

/** The values that a validated check constraint of this column alone lets in; null where there is none. */
async function heldBy({ table, column }: States): Promise<string[] | null> {
  const catalogue = await backend.database.system((tx) => catalogueOf(tx));
  return catalogue.get(table)?.values[column]?.values.sort() ?? null;
}

describe("3 states are held by the database", () => {
  test("every resource's with its table", () => {
    const held = declaredTables.filter(({ values }) => Object.keys(values).length > 0).map(({ name }) => name);
    expect(held).toEqual(expect.arrayContaining(["park", "ticket_type", "account", "locker_box", "price_policy"]));
  });

  test("a table takes the values of the contract, all of them and no other", async () => {
    const wrong: unknown[] = [];
    for (const states of others) {
      const held = await heldBy(states);
      const said = [...states.values].sort();
      if (JSON.stringify(held) !== JSON.stringify(said)) wrong.push({ ...states, values: said, held });
    }
    expect(wrong).toEqual([]);
  });

  test("control: a value more in the table is seen, and so is no constraint at all", async () => {
    await backend.sql("alter table park drop constraint park_status_check");
    const states = { table: "park", column: "status", values: ["T", "F"] };
    expect(await heldBy(states)).toBeNull();
    await backend.sql("alter table park add constraint park_status_check check (status in ('T', 'F', 'X'))");
    expect(await heldBy(states)).toEqual(["F", "T", "X"]);
  });
});
