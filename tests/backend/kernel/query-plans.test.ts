/** Lists over a query, at size: every filter and every sort that they declare is served by an index of the first table. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "~/contract/field-kinds";
import { networkOrder, offlineOrder, saleLog } from "~/contract/order/order-lists";
import { refund } from "~/contract/order/refund-list";
import { job } from "~/contract/platform/job-list";
import { resources } from "~/contract/registry";
import type { AnyResource } from "~/contract/resource";
import { theatreMove } from "~/contract/theatre/moved";
import { closureOrder } from "~/contract/ticket/closure";
import { issuedTicket } from "~/contract/ticket/issued";
import { pricePolicy } from "~/contract/ticket/price-policy-list";
import { quotaPool } from "~/contract/ticket/quota-list";
import { subTicketShare } from "~/contract/ticket/sub-ticket";
import { makeListIndexes } from "~server/backend/kernel/list-indexes";
import { listsServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { plansDuring } from "~tests/support/plans";
import { twoParks } from "~tests/support/two-parks";

const rows = 20_000;
const first = 10_000_000;
/** One row in so many has what is sought. */
const rare = 200;

interface Case {
  list: AnyResource;
  table: string;
  /** Columns of the copies, by SQL over their number `n`. */
  values: string;
  /** What filters say, where a row's own value would not do: by default `sought`. */
  sought?: Record<string, string>;
}

const at = "timestamptz '2025-01-01 08:00+08' + n * interval '20 minutes'";
const seldom = (value: string, usual: string) => `case when n % ${rare} = 0 then '${value}' else '${usual}' end`;
const day = "date '2025-01-01' + n % 365";
const orders = `'order_no', 'OX' || n, 'created_at', ${at}, 'visit_day', ${day}, 'state', ${seldom("refunded", "paid")},
  'contact_mobile', '138' || lpad(n::text, 8, '0'), 'seller_id', n % ${rare}`;
/** Looked up in what other businesses keep beside an order, and the orders then by their key. */
const besideOrders = { agencyName: "青山", guideName: "李", bookingNo: "GB2000" };
const onOrders = { orderNo: "OX2000", state: "refunded", contactMobile: "13800002000", sellerId: "7", ...besideOrders };

const cases: Case[] = [
  { list: networkOrder, table: "orders", values: orders, sought: { ...onOrders, channel: "network" } },
  { list: offlineOrder, table: "orders", values: orders, sought: { ...onOrders, channel: "selfService" } },
  { list: saleLog, table: "orders", values: orders, sought: { ...onOrders, channel: "selfService" } },
  {
    list: issuedTicket,
    table: "ticket",
    values: `'ticket_no', 'TX' || n, 'qr_text', 'TX' || lpad(n::text, 30, '0'), 'order_id', ${first} + n,
      'visit_day', ${day}, 'state', ${seldom("expired", "issued")}, 'ticket_type_id', n % ${rare},
      'holder_identity', 'E' || lpad(n::text, 8, '0'), 'holder_document', ${seldom("residencePermit", "resident")}`,
    sought: {
      ticketNo: "TX2000",
      orderNo: "OX2000",
      ticketTypeId: "7",
      state: "expired",
      holderDocument: "residencePermit",
      holderIdentity: "E00002000",
    },
  },
  {
    list: refund,
    table: "refund",
    values: `'refund_no', 'RX' || n, 'order_id', ${first} + n, 'state', ${seldom("rejected", "done")}`,
    sought: { refundNo: "RX2000", orderNo: "OX2000", state: "rejected" },
  },
  {
    list: job,
    table: "job",
    values: `'created_at', ${at}, 'kind', ${seldom("purge", "export")}, 'state', ${seldom("failed", "done")},
      'finished_at', ${at}, 'lease_until', null, 'schedule_id', n % ${rare}`,
    sought: { kind: "purge", state: "failed", scheduleId: "7" },
  },
  {
    list: pricePolicy,
    table: "price_policy",
    values: `'name', ${seldom("霞光", "平日")} || n, 'ticket_type_id', n % ${rare}, 'price', n, 'priority', n % 9999,
      'channel', ${seldom("agency", "any")}, 'customer_group', ${seldom("team", "any")}, 'start_day', ${day},
      'end_day', ${day} + 3, 'holidays', ${seldom("only", "any")}, 'status', ${seldom("F", "T")}`,
    sought: {
      name: "霞光",
      ticketTypeId: "7",
      channel: "agency",
      customerGroup: "team",
      holidays: "only",
      status: "F",
    },
  },
  {
    list: closureOrder,
    table: "closure_order",
    values: `'closure_id', n % ${rare}, 'order_id', ${first} + n, 'state', ${seldom("failed", "refunded")}`,
    sought: { orderNo: "OX2000", closureId: "7", state: "failed" },
  },
  {
    list: quotaPool,
    table: "quota_pool",
    values: `'name', ${seldom("霞光", "平日")} || n, 'status', ${seldom("F", "T")}`,
    sought: { name: "霞光", status: "F" },
  },
  {
    list: subTicketShare,
    table: "sub_ticket_share",
    values: `'day', ${day}, 'order_id', ${first} + n, 'line_id', ${first} + n, 'ticket_type_id', n % ${rare},
      'name', ${seldom("索道", "门票")}, 'settle_to', ${seldom("索道公司", "景区")}`,
    sought: { orderNo: "OX2000", ticketTypeId: "7", name: "索道", settleTo: "索道公司" },
  },
  {
    list: theatreMove,
    table: "theatre_move",
    values: `'session_id', n % ${rare}, 'ticket_id', ${first} + n, 'state', ${seldom("left", "refunded")}`,
    sought: { orderNo: "OX2000", state: "left", sessionId: "7" },
  },
];

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  await twoParks(backend);
  await backend.sql("insert into job (corp_code, kind, state, finished_at) values ('0001', 'export', 'done', now())");
  await backend.sql(`
    with made as (
      insert into closure (corp_code, reason, park_id, first_day, last_day)
      select '0001', '大风', min(id), '2025-03-01', '2025-03-02' from park where corp_code = '0001' returning id
    )
    insert into closure_order (corp_code, closure_id, order_id)
    select '0001', made.id, (select min(id) from orders where corp_code = '0001') from made`);
  await backend.sql(`
    insert into sub_ticket_share (
      corp_code, at, day, kind, order_id, line_id, ticket_type_id, ticket_type_name, part, name, settle_to, weight,
      quantity, amount
    )
    select corp_code, now(), '2025-03-01', 'sale', order_id, id, subject_id, name, 0, '门票', '景区', 1000, 1, 1
    from sub_order where corp_code = '0001' order by id limit 1`);
  await backend.sql("set session_replication_role = replica");
  await backend.sql(`
    insert into theatre_move (corp_code, session_id, ticket_id, from_label, state) values ('0001', 1, 1, '1', 'refunded')`);
  // As one of them is, many times over, nine tenths another corp's. Without triggers and keys, which know them already.
  for (const [table, { values }] of new Map(cases.map((one) => [one.table, one]))) {
    const [{ names } = { names: "" }] = await backend.sql<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const corp = "case when n % 10 = 0 then '0001' else '0002' end";
    // An order of the network in every other row.
    const more = table === "orders" ? `, 'channel', case when n % 20 = 0 then 'window' else 'network' end` : "";
    await backend.sql(`
      insert into "${table}" (${names})
      select ${names.replace(/\w+/g, "r.$&")}
      from generate_series(1, ${rows}) n
      join "${table}" t on t.corp_code = '0001' and t.id = (select min(id) from "${table}" where corp_code = '0001')
      cross join lateral jsonb_populate_record(t, jsonb_build_object('id', ${first} + n, 'corp_code', ${corp}, ${values}${more})) r`);
  }
  await backend.sql("set session_replication_role = origin");
  await backend.database.system((tx) => makeListIndexes(tx, listsServed));
  await backend.sql("checkpoint");
  for (const table of new Set(cases.map((one) => one.table))) await backend.sql(`vacuum analyze ${table}`);
}, 240_000);
afterAll(() => backend.close());

test("every list over a query is here", () => {
  const nounsOf = (lists: readonly { resource: AnyResource }[]) => lists.map(({ resource }) => resource.noun);
  const overTables = nounsOf(listsServed);
  const ofQueries = resources.map(({ noun }) => noun).filter((noun) => !overTables.includes(noun));
  const here = cases.map(({ list }) => list.noun);
  // A corp has a dozen schedules, and no more sessions that are good now than people at work.
  here.push("schedule", "online");
  // People times announcements: it is asked for of one announcement, from its page.
  here.push("announcementReader");
  // An agency is shared with the corps of a group; and duties are reckoned from the accounts' grants as they are read.
  here.push("agencyShare", "dutyConflict");
  // Types of cards times corps of a group, and an account for each of those corps.
  here.push("cardShare", "groupCardAccount");
  expect(ofQueries.filter((noun) => !here.includes(noun))).toEqual([]);
  expect(ofQueries.length).toBeGreaterThan(4);
});

function soughtOf(name: string, field: Field, { sought = {} }: Case): string {
  if (field.filter === "between") return "2025-03-01~2025-03-02";
  const value = sought[name];
  if (value === undefined) throw new Error(`say what ${name} is sought for`);
  return value;
}

const asked = cases.flatMap((one) => {
  const { list } = one;
  const fields = Object.entries(list.fields);
  const filters = fields.filter(([, { filter }]) => filter);
  const sorts = fields.filter(([, { sort }]) => sort).map(([name]) => name);
  return [
    ...filters.map(([name, field]) => [
      `${list.noun} by ${name}`,
      one,
      { filters: { [name]: soughtOf(name, field, one) } },
    ]),
    ...[...sorts, list.defaultSort.field].map((sort) => [
      `${list.noun} sorted by ${sort}`,
      one,
      { sort, order: "desc" },
    ]),
  ] as [string, Case, object][];
});

describe.skipIf(process.env.TEST_DATABASE_URL)("is served by an index", () => {
  test.each(asked)("%s", async (_, { list, table }, payload) => {
    const about = new RegExp(`from "?${table}"?\\b`);
    const { nodes, statements } = await plansDuring(backend, about, async () => {
      const reply = await backend.call(list.methods.list, payload);
      expect([reply.status, reply.message]).toEqual([200, ""]);
    });
    expect(statements).toBeGreaterThan(1);
    const walked = nodes.filter((node) => node["Relation Name"] === table);
    expect(walked.length).toBeGreaterThan(0);
    expect(walked.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  });
});
