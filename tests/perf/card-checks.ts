/**
 * What a gate's check of a card costs among 300,000 cards: `npx tsx tests/perf/card-checks.ts`, with TEST_DATABASE_URL on
 * PostgreSQL, with PLAN=<part of a statement> also its plan. Times are of one caller, of the backend with its database,
 * without HTTP; below them its statements, each with its median.
 */
import { sql } from "drizzle-orm";
import { checkTicket } from "~/contract/ticket/check";
import { openTestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { openShop } from "../backend/card/support";
import { listenToStatements } from "./statements";

const cards = Number(process.env.CARDS ?? 300_000);
const checks = Number(process.env.CHECKS ?? 2_000);
/** Of a server that has been at work for some minutes: until then the engine compiles as it goes. */
const warm = 1_000;

const statements = listenToStatements();
const backend = await openTestBackend({ moneyMadeUp: true });
const shop = await openShop(backend);
const typeId = await shop.addType({ minutesBetween: 10 });
await backend.database.system(
  async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
    with made as (
      insert into season_card (
        corp_code, number, card_type_id, status, holder_name, identity, holders, sold_at, valid_from, valid_to
      )
      select '0001', 'NK' || lpad(n::text, 8, '0'), ${typeId}, 'active', '持卡人' || n, '1' || lpad(n::text, 17, '0'), 1,
             '2026-06-01', '2026-06-01', '2027-05-31'
      from generate_series(1, ${cards}) n
      returning id, holder_name, identity
    )
    insert into season_card_holder (corp_code, card_id, place, name, document, identity, card_type_id, live)
    select '0001', id, 1, holder_name, 'resident', identity, ${typeId}, true from made
  `);
  },
  { patience: "none" },
);
await backend.database.pool.query("analyze season_card");
await backend.database.pool.query("analyze season_card_holder");

/** Each time another card, spread over all of them. */
async function measure(name: string, codeOf: (n: number) => string): Promise<void> {
  const taken: number[] = [];
  for (let i = 0; i < checks + warm; i += 1) {
    if (i === warm) statements.clear();
    const n = 1 + ((i * 104_729 + (name.length % 7)) % cards);
    const began = performance.now();
    const { data } = await backend.call(checkTicket, {
      ...{ gateId: shop.park.gateId, code: codeOf(n), idempotencyKey: fresh("check-key") },
    });
    if (i >= warm) taken.push(performance.now() - began);
    if (!data.admitted) throw new Error(`${codeOf(n)}: ${data.message}`);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor(taken.length * share)]?.toFixed(2);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${taken.at(-1)?.toFixed(2)} ms`);
}

await measure(`by number, ${cards} cards`, (n) => `NK${String(n).padStart(8, "0")}`);
statements.print(checks);
if (process.env.PLAN) {
  statements.explainNext(process.env.PLAN);
  await backend.call(checkTicket, {
    ...{ gateId: shop.park.gateId, code: "NK00000001", idempotencyKey: fresh("check-key") },
  });
}
await backend.close();
process.exit(0);
