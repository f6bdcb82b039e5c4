/** What a state may be stands in the contract; the database holds every table to the same values. */
import { getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderStates, refundStates } from "~/contract/order/order";
import { approvalStates } from "~/contract/platform/approval";
import { jobStates } from "~/contract/platform/job";
import { productDictionaries } from "~/contract/product-dictionaries";
import { ticketStates } from "~/contract/ticket/issued";
import { allServed } from "~server/backend/served";
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

/** The state of every resource that has one, with its values: those of its field, else all of its dictionary. */
const ofResources: States[] = allServed.flatMap(({ list }) => {
  const status = list?.resource.status;
  const field = status === undefined ? undefined : list?.resource.fields[status];
  if (!list || status === undefined || field?.kind !== "dictionary") return [];
  const column = (list.table as unknown as Record<string, PgColumn>)[status];
  const name = getTableName(list.table);
  const items = productDictionaries[field.dictionary]?.items.map(([value]) => value) ?? [];
  return [{ table: name, column: column?.name ?? status, values: field.values ?? items }];
});

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
  const rows = await backend.sql<{ rule: string }>(
    `select pg_get_constraintdef(k.oid) as rule
     from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
     where k.contype = 'c' and k.convalidated and k.conrelid = to_regclass($1) and a.attname = $2
       and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'`,
    [table, column],
  );
  const [found] = rows;
  return found ? [...found.rule.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value).sort() : null;
}

describe("3 states are held by the database", () => {
  test("every resource with a state is found", () => {
    expect(ofResources.length).toBeGreaterThan(8);
    expect(ofResources.filter(({ values }) => values.length === 0)).toEqual([]);
  });

  test("its table takes the values of the contract, all of them and no other", async () => {
    const wrong: unknown[] = [];
    for (const states of [...ofResources, ...others]) {
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
