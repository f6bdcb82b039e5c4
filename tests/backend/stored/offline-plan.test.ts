/** What a till without a line fetches, at size: in parts, by indexes, and afterwards only what changed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storedOfflineCards } from "~/contract/stored/offline";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { friday } from "~tests/support/park";
import { plansDuring, rowsRead } from "~tests/support/plans";
import { openStoredShop } from "./support";

const [total, inHands, changed] = [9_000, 6_000, 40];
/** Cards of one answer. */
const part = 5_000;

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  backend.setNow(friday);
  const shop = await openStoredShop(backend);
  const typeId = await shop.addType();
  await backend.sql("set session_replication_role = replica");
  // A third lies in stock, comes before the others and is nobody's yet; some hundreds are another corp's.
  await backend.sql(
    `insert into stored_card (corp_code, number, card_type_id, status, sold_at, changed_at)
     select corp, corp || lpad(n::text, 8, '0'), $1, case when n > $2 then 'active' else 'stock' end,
            case when n > $2 then timestamptz '2026-06-01 08:00+08' end,
            case when corp = '0001' and n > $3 then timestamptz '2026-11-20 09:00+08' else timestamptz '2026-06-01 08:00+08' end
     from generate_series(1, $4) n cross join (values ('0001'), ('0002')) c (corp)
     where corp = '0001' or n % 10 = 0`,
    [typeId, total - inHands, total - changed, total],
  );
  await backend.sql(
    `insert into stored_spend (corp_code, card_id, order_id, principal, gift, day, at)
     select '0001', c.id, 10000000 + c.id, 100, 0, date '2026-11-20' - (c.id % 200)::int, now()
     from stored_card c where c.corp_code = '0001' and c.status = 'active'`,
  );
  await backend.sql("reset session_replication_role");
  for (const table of ["stored_card", "stored_spend"]) await backend.sql(`analyze ${table}`);
});
afterAll(() => backend.close());

const salt = "salt-of-this-till-0001";
const fetched = async (asked: { after: number; since?: string }) => {
  const { data, message } = await backend.call(storedOfflineCards, { salt, ...asked });
  expect(message).toBe("");
  return data;
};
/** What is read of the table while it is fetched. */
const read = async (table: string, asked: { after: number; since?: string }) => {
  let data: Awaited<ReturnType<typeof fetched>> | undefined;
  const { nodes } = await plansDuring(backend, new RegExp(`from ${table}\\b`), async () => {
    data = await fetched(asked);
  });
  const walked = nodes.filter((node) => node["Relation Name"] === table);
  expect(walked.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  return { data, rows: rowsRead(nodes, table) };
};

test("it comes in parts, each card once", async () => {
  const codes = new Set<string>();
  const sizes: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { cards, next } = await fetched({ after });
    for (const { code } of cards) codes.add(code);
    sizes.push(cards.length);
    after = next;
  }
  expect([sizes, codes.size]).toEqual([[part, inHands - part], inHands]);
});

describe.skipIf(process.env.TEST_DATABASE_URL)("is served by an index", () => {
  test("each part reads its own cards, and none of those that lie in stock", async () => {
    const first = await read("stored_card", { after: 0 });
    // With the cards that were used today, and one a type.
    expect(first.rows).toBeLessThan(part + inHands / 200 + 20);
    const second = await read("stored_card", { after: first.data?.next ?? 0 });
    expect(second.data?.cards).toHaveLength(inHands - part);
    expect(second.rows).toBeLessThanOrEqual(inHands - part + 1);
  });

  test("what changed since is read alone, and of purchases those of the day", async () => {
    const since = "2026-11-20T00:00:00Z";
    const { data, rows } = await read("stored_card", { after: 0, since });
    expect(data?.cards).toHaveLength(changed);
    expect(rows).toBeLessThan(changed + inHands / 200 + 20);
    const spent = await read("stored_spend", { after: 0, since });
    expect(spent.data?.used).toHaveLength(inHands / 200);
    expect(spent.rows).toBe(inHands / 200);
  });
});
