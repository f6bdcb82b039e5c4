/**
 * Two hundred tenants on two nodes of the built product, one of them with a million orders: `TEST_DATABASE_URL=… npx tsx
 * tests/perf/tenants.ts`, after a build. What is asked goes over HTTP to both nodes in turn. Prints what a sizing is made of:
 * pages and sales a second, a small tenant's page beside a large one's report, memory of a node, disk of an order. With
 * HOLD=FILE it measures once everything is prepared and that file is gone.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTestBackend } from "~tests/support/backend";
import { createPark, today } from "~tests/support/park";
import { adminPassword } from "~tests/support/prepared-database";
import { startConsole } from "../support/running.mjs";
import { consoleHeaders } from "./clients.mjs";
import { load } from "./load.mjs";
import { describeLoad, describeMachine, print, residentMegabytes } from "./machine.mjs";

const tenants = Number(process.env.TENANTS ?? 200);
const ordersOfSmall = Number(process.env.ORDERS_SMALL ?? 5_000);
const ordersOfLarge = Number(process.env.ORDERS_LARGE ?? 1_000_000);
const given = process.env.TEST_DATABASE_URL;
if (!given) throw new Error("Say TEST_DATABASE_URL: this is about PostgreSQL.");

interface Tenant {
  corpCode: string;
  accName: string;
  token: string;
  adultId: number;
  posId: number;
}

console.log(describeMachine());
const backend = await openTestBackend({ moneyMadeUp: true });
const [{ name: database = "" } = {}] = await backend.sql<{ name: string }>("select current_database() as name");
const sizeOf = async () => {
  const [{ size = 0 } = {}] = await backend.sql<{ size: number }>("select pg_database_size($1)::float8 as size", [
    database,
  ]);
  return size;
};
const empty = await sizeOf();
const made: Tenant[] = [];
const began = performance.now();
for (let n = 1; n <= tenants; n += 1) {
  const corpCode = String(2000 + n);
  await backend.createCorp(corpCode);
  const user = await backend.createUser({ corpCode, accType: "11" });
  const { adultId, posId } = await createPark(backend, user.token);
  made.push({ corpCode, accName: user.accName, token: user.token, adultId, posId });
}
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
print(`${tenants} tenants made, each`, `${((performance.now() - began) / tenants).toFixed(0)} ms`);
const opened = await sizeOf();
print("disk of a tenant without an order", `${((opened - empty) / tenants / 1024).toFixed(0)} KB`);

const [large, ...small] = made as [Tenant, ...Tenant[]];
for (const [{ corpCode }, count] of [
  [large, ordersOfLarge] as const,
  ...small.map((one) => [one, ordersOfSmall] as const),
])
  await backend.sql(
    `insert into orders (corp_code, order_no, channel, state, visit_day, contact_name, contact_mobile, quantity, total,
       discount, payable, paid, refunded, seller_id, seller_name, created_at)
     select $1, 'BN' || lpad(n::text, 12, '0'), 'window',
            (array['paid', 'fulfilled', 'fulfilled', 'partlyRefunded'])[1 + n % 4],
            ($3::timestamptz - make_interval(mins => (n * 1.5)::int))::date, '游客' || n, '138' || lpad(n::text, 8, '0'),
            1 + n % 4, (1 + n % 4) * 8000, 0, (1 + n % 4) * 8000, (1 + n % 4) * 8000,
            case when n % 4 = 3 then 8000 else 0 end, 3, '李售票', $3::timestamptz - make_interval(mins => (n * 1.5)::int)
     from generate_series(1, $2::int) n`,
    [corpCode, count, `${today}T02:00:00Z`],
  );
const rows = ordersOfLarge + small.length * ordersOfSmall;
const filled = await sizeOf();
print(
  `disk of ${rows} rows of orders with their indexes, a million`,
  `${megabytes(((filled - opened) / rows) * 1e6)} MB`,
);
await backend.sql(
  "insert into sys_param (corp_code, param_code, param_option) values ('0001', 'isSaasEdition', 'T') on conflict (corp_code, param_code) do update set param_option = 'T'",
);
await backend.sql("vacuum analyze");

const url = Object.assign(new URL(given), { pathname: `/${database}` }).href;
const folder = await mkdtemp(path.join(tmpdir(), "console-tenants-"));
const secret = (letter: string) =>
  Array.from({ length: 40 }, (_, at) => letter + at.toString(36))
    .join("")
    .slice(0, 48);
const nodes: { url: string; pid: number; backendUrl: string; stop(): Promise<void> }[] = [];
for (const name of ["one", "two"]) {
  const dataDir = path.join(folder, name);
  const running = await startConsole({
    dataDir,
    environment: {
      ...{ DATABASE_URL: url, SIGN_IN_RATE: "100000", DATABASE_POOL: "10" },
      ...{ COOKIE_SECRETS: secret("c"), SECRET_KEYS: secret("s"), FILE_LINK_SECRET: secret("f") },
    },
  });
  const backendUrl = (await readFile(path.join(dataDir, "backend.url"), "utf8")).trim();
  nodes.push({ url: running.url, pid: running.pid, backendUrl, stop: running.stop });
}
const memory = () => nodes.map(({ pid }) => `${residentMegabytes(pid)} MB`).join(" and ");
print("resident memory of the two nodes after their start", memory());

const asked = (tenant: Tenant, method: string, payload: Record<string, unknown>) => ({
  path: "/ticket/dispatch",
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", "access-token": tenant.token },
  body: new URLSearchParams(
    Object.entries({ method, corpCode: tenant.corpCode, ...payload }).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ).toString(),
});
/** In the tenants' zone, when it is asked: a preparation may pass midnight. */
const visitDay = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const sale = (tenant: Tenant) =>
  asked(tenant, "sellTickets", {
    ...{ visitDay: visitDay(), lines: [{ ticketTypeId: tenant.adultId, quantity: 2 }], paymentType: "cash" },
    ...{ posId: String(tenant.posId), idempotencyKey: randomUUID() },
  });

interface Loaded {
  statuses: Record<string, number>;
  perSecond: number;
  p50: number;
  p99: number;
  last: string;
}

/** Both nodes at once, each with half of it. */
async function onBoth(where: "url" | "backendUrl", requests: object[][], connections: number): Promise<Loaded[]> {
  return Promise.all(
    nodes.map((node, at) => load({ url: node[where], requests: requests[at], connections, seconds: 60 } as never)),
  ) as Promise<Loaded[]>;
}
function tell(label: string, parts: Loaded[]): void {
  const odd = parts.flatMap(({ statuses, last }) =>
    Object.keys(statuses).some((status) => status !== "200")
      ? [`${JSON.stringify(statuses)} ${last.slice(0, 200)}`]
      : [],
  );
  const worst = (of: (part: Loaded) => number) => Math.max(...parts.map(of)).toFixed(1);
  const perSecond = parts.reduce((sum, part) => sum + part.perSecond, 0).toFixed(0);
  print(label, perSecond, `p50 ${worst(({ p50 }) => p50)} ms, p99 ${worst(({ p99 }) => p99)} ms ${odd.join(" ")}`);
}

// Somebody of every tenant signs in at either node in turn.
const cookies = new Map<Tenant, Record<string, string>>();
for (const [at, tenant] of made.entries()) {
  const node = nodes[at % 2]?.url ?? "";
  cookies.set(tenant, await consoleHeaders(node, tenant.accName, adminPassword, tenant.corpCode));
}
const page = (of: Tenant, where: string) => ({ path: where, headers: cookies.get(of) });
const list = "/order/offlineOrderList";
const half = (of: Tenant[], at: number) => of.filter((_, place) => place % 2 === at);
const pagesOf = (where: string, times: number, of = (at: number) => half(small, at)) =>
  [0, 1].map((at) => Array.from({ length: times }, () => of(at).map((one) => page(one, where))).flat());
const oneEach = (at: number) => half(small, at).slice(0, 1);
const hold = process.env.HOLD;
while (hold && existsSync(hold)) await new Promise((resolve) => setTimeout(resolve, 200));

console.log(`\n${tenants} tenants (${describeLoad()})`);
await onBoth("url", pagesOf(list, 1), 1);
tell("pages a second: order lists of small tenants, 1 connection a node", await onBoth("url", pagesOf(list, 3), 1));
tell(
  "order lists of one small tenant a node, 8 connections a node",
  await onBoth("url", pagesOf(list, small.length * 3, oneEach), 8),
);
tell("order lists of small tenants, 8 connections a node", await onBoth("url", pagesOf(list, 6), 8));
tell("home of small tenants, 4 connections a node", await onBoth("url", pagesOf("/index", 3), 4));
tell("order list of the tenant with a million", [
  (await load({ url: nodes[0]?.url ?? "", requests: [page(large, list)], count: 200 } as never)) as Loaded,
]);

const sales = [0, 1].map((at) => Array.from({ length: 15 }, () => half(made, at).map(sale)).flat());
const sold = sales.flat().length;
await backend.sql("checkpoint");
const before = await sizeOf();
tell("sales of two tickets a second over all tenants, 4 connections a node", await onBoth("backendUrl", sales, 4));
await backend.sql("checkpoint");
print("disk of a million sales of two tickets", `${megabytes((((await sizeOf()) - before) / sold) * 1e6)} MB`);

// One at the report of the large tenant without a pause, beside the small ones' pages.
const report = "/order/offlineOrderList?sort=payable&order=desc&pageNo=200";
const ended = { now: false };
const reading = (async () => {
  const times: number[] = [];
  while (!ended.now) {
    const one = (await load({
      url: nodes[0]?.url ?? "",
      requests: [page(large, report)],
      count: 20,
    } as never)) as Loaded;
    times.push(one.p50);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
})();
tell("order lists of small tenants, 1 connection a node, beside it", await onBoth("url", pagesOf(list, 3), 1));
ended.now = true;
print("page 200 of the large one's orders by amount meanwhile, p50", `${(await reading).toFixed(1)} ms`);
print("resident memory of the two nodes at the end", memory());

for (const node of nodes) await node.stop();
await backend.close();
await rm(folder, { recursive: true });
