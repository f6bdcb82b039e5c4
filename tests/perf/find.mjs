// The search over everything, over a million orders: what one types at the counter, and how long the answer takes.
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { dispatchClient } from "./clients.mjs";
import { load } from "./load.mjs";
import { print } from "./machine.mjs";

const cards = 200_000;

/** Beside the orders: cards of either kind, and of a hundred orders the numbers that the product gives. */
export async function fillForFind(dataDir) {
  const database = await PGlite.create(path.join(dataDir, "pg"));
  await database.exec(`
    set session_replication_role = replica;
    with made as (
      insert into season_card (corp_code, number, card_type_id, status, sold_at, valid_from, valid_to, mobile, holder_name)
      select '0001', 'QC' || n, (select min(id) from card_type where corp_code = '0001' and kind <> 'stored'), 'active',
             now(), current_date - 100, current_date + 200, '158' || lpad(n::text, 8, '0'), '周游客' || n
      from generate_series(1, ${cards}) n
      returning id, number, holder_name
    )
    insert into season_card_holder (corp_code, card_id, place, name, document, identity)
    select '0001', id, 0, holder_name, 'passport', number from made;
    insert into stored_card (corp_code, number, card_type_id, status, sold_at, holder_name, identity, mobile)
    select '0001', 'QS' || n, (select min(id) from card_type where corp_code = '0001' and kind = 'stored'), 'active', now(),
           '吴顾客' || n, 'P' || n, '159' || lpad(n::text, 8, '0')
    from generate_series(1, ${cards}) n;
    update orders
    set order_no = 'OD' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || lpad((500000 + id % 100)::text, 6, '0')
    where corp_code = '0001' and id in (select id from orders where order_no like 'BN%' order by id limit 100);
    reset session_replication_role;
    analyze season_card;
    analyze season_card_holder;
    analyze stored_card;
    checkpoint`);
  const { rows } = await database.query(
    "select order_no as number, contact_mobile as mobile from orders where order_no like 'OD%5000__' order by id limit 1",
  );
  await database.close();
  return rows[0];
}

export async function measureFind({ dataDir }, password, { number, mobile }) {
  const client = await dispatchClient(dataDir, "admin", password);
  const ways = [
    ["nothing typed: the latest", ""],
    ["an order's whole number", number],
    ["its last six digits", number.slice(-6)],
    ["its first digits", number.slice(0, 9)],
    ["a mobile number of an order", mobile],
    ["a mobile number that nobody has", "19900000000"],
    ["a season card's number", "QC123456"],
    ["a holder's name", "周游客123456"],
    ["a name that all holders begin with", "周游"],
    ["a word that nobody has", "没有这个人"],
  ];
  for (const [name, q] of ways) {
    const request = client.asked("platform", "find", { q });
    await load({ url: client.url, requests: [request], count: 20 });
    const { p50, p99, statuses } = await load({ url: client.url, requests: [request], count: 200, seconds: 20 });
    const { groups } = await client.call("platform", "find", { q });
    const found = groups.reduce((sum, one) => sum + one.found.length, 0);
    const odd = Object.keys(statuses).some((status) => status !== "200") ? ` ${JSON.stringify(statuses)}` : "";
    print(
      `search over 1,000,000 orders, ${name}: p50 / p99`,
      `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
      `${found} found${odd}`,
    );
  }
}
