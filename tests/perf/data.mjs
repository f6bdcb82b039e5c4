// The data that figures are taken on: the demonstration, and 1,000,000 orders beside it. Made once, kept in .cache/bench.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { startConsole } from "../support/running.mjs";

const orders = 1_000_000;
const batch = 50_000;
const folder = path.resolve(".cache/bench");
export const password = "Bench#2026";

/** A directory with a demonstration of its own; made by the product's own first start, whose time is answered. */
export async function freshDemo(name) {
  const dataDir = path.join(folder, name);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}

/** The directory with a million orders. */
export async function millionOrders() {
  // Made again whenever the tables have changed.
  const version = readdirSync("server/backend/db/migrations").filter((name) => name.endsWith(".sql")).length;
  const dataDir = path.join(folder, `million-${version}`);
  if (existsSync(dataDir)) return dataDir;
  const making = await freshDemo("making");
  const first = await startConsole({ dataDir: making, demo: true, environment: { ADMIN_PASSWORD: password } });
  await first.stop();
  await fill(path.join(making, "pg"));
  renameSync(making, dataDir);
  return dataDir;
}

/** The demonstration with parks up to a thousand. */
export async function thousandParks() {
  const dataDir = await freshDemo("thousand");
  const first = await startConsole({ dataDir, demo: true, environment: { ADMIN_PASSWORD: password } });
  await first.stop();
  const database = await PGlite.create(path.join(dataDir, "pg"));
  await database.exec(`
    insert into park (corp_code, code, name, address, opening_hours, capacity, status)
    select '0001', 'SC' || n, '湖区' || n, '环湖路 ' || n || ' 号', '08:00-18:00', n * 100, 'T'
    from generate_series(1, 1000 - (select count(*) from park where corp_code = '0001')) n; checkpoint`);
  await database.close();
  return dataDir;
}

/** A copy to write in, so that the next run starts from the same. */
export function copyOf(dataDir) {
  const copy = path.join(folder, "copy");
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

async function fill(directory) {
  const database = await PGlite.create(directory);
  const started = performance.now();
  for (let from = 1; from <= orders; from += batch) {
    await database.query(insertOrders, [from, Math.min(from + batch - 1, orders)]);
    if (from % (batch * 5) === 1) await database.exec("checkpoint");
    process.stdout.write(`\r  making orders: ${from + batch - 1}`);
  }
  await database.exec("analyze orders; checkpoint");
  await database.close();
  console.log(`\r  made ${orders} orders in ${Math.round((performance.now() - started) / 1000)} s`);
}

/** Three years of orders, four in five of them from the window. */
const insertOrders = `
  insert into orders (corp_code, order_no, channel, state, visit_day, contact_name, contact_mobile, quantity, total,
    discount, payable, paid, refunded, seller_id, seller_name, created_at)
  select '0001',
         'BN' || lpad(n::text, 12, '0'),
         (array['window', 'window', 'window', 'selfService', 'network'])[1 + n % 5],
         (array['paid', 'paid', 'fulfilled', 'fulfilled', 'partlyRefunded'])[1 + (n / 7) % 5],
         (now() - make_interval(mins => ((1000000 - n) * 1.5)::int))::date,
         '游客' || n,
         '138' || lpad((n % 100000000)::text, 8, '0'),
         1 + n % 4,
         (1 + n % 4) * 12000,
         0,
         (1 + n % 4) * 12000,
         (1 + n % 4) * 12000,
         case when (n / 7) % 5 = 4 then 12000 else 0 end,
         3,
         '李售票',
         now() - make_interval(mins => ((1000000 - n) * 1.5)::int)
  from generate_series($1::int, $2::int) n`;
