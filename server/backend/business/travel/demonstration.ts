/** The trade of the demonstration: regions, salesmen, agencies in every state, agreements, prices, guides, and whom they brought. */
import { sql } from "drizzle-orm";
import { addDays } from "~/contract/business-time";
import type { Transaction } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { checkedIdentity } from "../../seed/identity";
import type { DemoPeople } from "../manifest";
import { type DemoGroup, insertGroups } from "../ticket/demonstration/groups";
import { typeReference } from "../ticket/price-policy";
import { buyers, DemoAccounts, soldOnAccount } from "./demonstration-accounts";
import { insertReceptions, insertRewards } from "./demonstration-rewards";
import type { DemoSale } from "./demonstration-statements";

type State = "applied" | "approved" | "active" | "suspended" | "closed";

/** Name, its English, state, type, settlement, region and salesman (1…), price group (1…), days until its agreement ends. */
type Shown = readonly [string, string, State, string, string, number, number, number | null];

const shown: readonly Shown[] = [
  ["青山国际旅行社", "Green Hill Travel", "active", "groups", "credit", 1, 1, 300],
  ["钱塘假期旅行社", "Qiantang Holidays", "active", "groups", "prepaid", 1, 1, 18],
  ["云海地接社", "Sea of Clouds Tours", "active", "local", "prepaid", 1, 2, 140],
  ["浦江之旅", "Pujiang Journeys", "active", "groups", "cash", 2, 1, 210],
  ["海上悠游旅行网", "Haishang Online Travel", "active", "online", "credit", 2, 2, 75],
  ["苏杭商务会展", "Suhang Events", "active", "company", "cash", 2, 2, 330],
  ["太湖风情旅行社", "Taihu Scenic Travel", "suspended", "local", "prepaid", 3, 1, 96],
  ["江南文旅", "Jiangnan Culture Tours", "approved", "groups", "prepaid", 3, 2, null],
  ["晨光研学旅行", "Morning Light School Trips", "applied", "groups", "prepaid", 3, 2, null],
  ["老城旅行社", "Old Town Travel", "closed", "local", "cash", 1, 1, -120],
];

/** Once: where there is an agency, everything is left as it is. */
export async function seedTrade(tx: Transaction, people: DemoPeople, now: Date): Promise<void> {
  const there = await rowsOf(tx, sql`select 1 from travel_agency limit 1`);
  if (there.length > 0) return;
  const today = businessDay(now);
  const regions = await insertPeople(tx, people, today);
  const groups = await insertPrices(tx, people, today);
  const agencies = await insertAgencies(tx, people, { today, now, ...regions, groups });
  await insertAgreed(tx, people, agencies, today);
  const guides = await insertGuides(tx, people, { today, agencies });
  const accounts = await buyers(tx);
  await settleWeekly(
    tx,
    accounts.slice(0, 2).map(({ id }) => id),
  );
  const money = new DemoAccounts(accounts, await soldOnAccount(tx), now);
  await insertBought(tx, money.sales, guides);
  await insertBrought(tx, agencies, guides, today);
  for (const reward of await insertRewards(tx, people, now)) money.reward(reward);
  await money.insert(tx, people);
  await insertReceptions(tx, people, now);
  await insertGroups(tx, bookedGroups(people, agencies, guides, today));
}

async function insertPeople(tx: Transaction, { say }: DemoPeople, today: string) {
  const regions = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into sales_region (name, sort)
      values (${say("杭州及周边", "Hangzhou and around")}, 10), (${say("上海", "Shanghai")}, 20), (${say("苏南", "South Jiangsu")}, 30)
      returning id::float8 as id
    `,
  );
  const [hangzhou, shanghai, suzhou] = regions.map(({ id }) => id);
  const salesmen = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into salesman (code, name, mobile, region_id, entry_day)
      values ('YW-01', ${say("周晓峰")}, '13800130101', ${hangzhou}, '2023-04-10'),
             ('YW-02', ${say("许文静")}, '13800130102', ${shanghai}, '2024-02-19'),
             ('YW-03', ${say("韩立")}, '13800130103', ${suzhou}, '2025-06-03')
      returning id::float8 as id
    `,
  );
  await tx.execute(sql`
    insert into sales_target (month, salesman_id, persons, amount)
    select ${today.slice(0, 7)}, id, 300, 2500000 from salesman
  `);
  return { regions: regions.map(({ id }) => id), salesmen: salesmen.map(({ id }) => id) };
}

/** Two groups, each a share of the list price off for the types that cost something. */
async function insertPrices(tx: Transaction, { say }: DemoPeople, today: string): Promise<number[]> {
  const groups = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into travel_price_group (code, name, remark)
      values ('JG-A', ${say("核心旅行社", "Core agencies")}, ${say("年输送 3000 人以上", "More than 3,000 visitors a year")}),
             ('JG-B', ${say("普通旅行社", "Standard agencies")}, null)
      returning id::float8 as id
    `,
  );
  const [year] = today.split("-");
  for (const [place, { id }] of groups.entries())
    await tx.execute(sql`
      insert into travel_price (code, ticket_type_id, layer, price_group_id, start_day, end_day, price)
      select ${`JG-${"AB"[place]}-`} || t.code, t.id, 'group', ${id}, ${`${year}-01-01`}::date, ${`${Number(year) + 1}-12-31`}::date,
             t.list_price * ${place === 0 ? 75 : 85} / 10000 * 100
      from ${typeReference.table} t
      where t.status = 'onSale' and t.list_price > 0
    `);
  return groups.map(({ id }) => id);
}

interface Agency {
  id: number;
  name: string;
  contact: string;
  mobile: string;
  status: State;
}

async function insertAgencies(
  tx: Transaction,
  { say, manager }: DemoPeople,
  by: { today: string; now: Date; regions: number[]; salesmen: number[]; groups: number[] },
): Promise<Agency[]> {
  const agencies = shown.map(([chinese, english, status, type, settlement, region, group, days], place) => ({
    ...{ code: `LX-${String(place + 1).padStart(3, "0")}`, name: say(chinese, english), type, settlement, status },
    licence: `L-ZJ-${100_231 + place * 17}`,
    licenceUntil: addDays(by.today, 400 + place * 31),
    ...{ contact: say(contacts[place] ?? ""), mobile: `1380013${2001 + place}` },
    creditLimit: settlement === "credit" ? 5_000_000 : null,
    suspendedFor:
      status === "suspended" ? say("许可证变更，等待新证", "Licence being changed; waiting for the new one") : null,
    ...{ regionId: by.regions[region - 1], salesmanId: by.salesmen[region - 1], groupId: by.groups[group - 1] },
    until: days === null ? null : addDays(by.today, days),
    from: days === null ? by.today : addDays(by.today, days - 364),
    review: status === "applied" ? "submitted" : "approved",
    at: new Date(by.now.getTime() - (status === "applied" ? 26 : 24 * 200) * 3_600_000).toISOString(),
  }));
  const columns = sql`json_to_recordset(${JSON.stringify(agencies)}::json) as a (
    code text, name text, type text, settlement text, status text, licence text, "licenceUntil" date, contact text,
    mobile text, "creditLimit" bigint, "suspendedFor" text, "regionId" bigint, "salesmanId" bigint, "groupId" bigint,
    until date, "from" date, review text, at timestamptz
  )`;
  await tx.execute(sql`
    with given as (select * from ${columns}),
    added as (
      insert into travel_agency (
        code, name, type, settlement, status, licence, licence_until, contact, mobile, credit_limit, suspended_for,
        region_id, salesman_id, price_group_id, agreement_until
      )
      select code, name, type, settlement, status, licence, "licenceUntil", contact, mobile, "creditLimit",
             "suspendedFor", "regionId", "salesmanId", "groupId", until
      from given
      order by code
      returning id, code, name
    ),
    reviewed as (
      insert into travel_review (name, agency_id, source, submitted_at, submitted_by, status, decided_by, decided_at)
      select g.name, a.id, case g.status when 'applied' then 'web' else 'staff' end, g.at,
             case g.status when 'applied' then g.contact else ${manager.name}::text end, g.review,
             case g.review when 'approved' then ${manager.name}::text end,
             case g.review when 'approved' then g.at + interval '1 day' end
      from given g join added a on a.code = g.code
      order by g.at
    )
    insert into travel_agreement (code, agency_id, from_day, to_day, free_per, status)
    select 'XY-' || right(g.code, 3), a.id, g."from", coalesce(g.until, g."from" + 364), case g.type when 'groups' then 16 end,
           case when g.until is null then 'draft' else 'signed' end
    from given g join added a on a.code = g.code
    where g.status <> 'applied'
  `);
  return rowsOf<Agency>(tx, sql`select id::float8 as id, name, contact, mobile, status from travel_agency order by id`);
}

/** Of the first three in business, until the end of the year. */
async function insertAgreed(tx: Transaction, { say }: DemoPeople, agencies: Agency[], today: string): Promise<void> {
  const chosen = agencies.filter(({ status }) => status === "active").slice(0, 3);
  const year = today.slice(0, 4);
  const added = await rowsOf<{ id: number }>(
    tx,
    sql`
      insert into agreed_quantity (code, agency_id, from_day, to_day, reason)
      select ${`XL-${year}-`} || lpad(place::text, 2, '0'), id, ${`${year}-01-01`}::date, ${`${year}-12-31`}::date,
             ${say("合作协议第七条")}
      from unnest(${sql.param(chosen.map(({ id }) => id))}::bigint[]) with ordinality as given (id, place)
      returning id::float8 as id
    `,
  );
  await tx.execute(sql`
    insert into agreed_quantity_tier (agreed_quantity_id, position, at_least, rebate)
    select id, place, at_least, rebate
    from unnest(${sql.param(added.map(({ id }) => id))}::bigint[]) id,
         (values (1, 10, 200), (2, 500, 300), (3, 2000, 500)) tier (place, at_least, rebate)
  `);
}

/** Those whose first statements are shown settle by the week, and say what their invoices are made out to. */
async function settleWeekly(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update travel_agreement set cycle = 'week' where agency_id = any (${sql.param([...ids])}::bigint[])
  `);
  await tx.execute(sql`
    update travel_agency a set tax_title = a.name, tax_number = g.number
    from unnest(${sql.param([...ids])}::bigint[], ${sql.param(taxNumbers)}::text[]) g (id, number)
    where a.id = g.id
  `);
}
/** Of nobody; their check digits are right. */
const taxNumbers = ["91330100MA27XLHK5F", "91330110MA2B1CQN8T"];

const contacts = ["沈丽华", "郑凯", "宋雨桐", "陆明", "顾佳", "唐思远", "蒋海燕", "邓小川", "曹萌", "田福生"];
const guideNames = ["赵敏", "孙浩然", "冯洁"];

async function insertGuides(
  tx: Transaction,
  { say }: DemoPeople,
  { today, agencies }: { today: string; agencies: Agency[] },
): Promise<{ id: number; name: string }[]> {
  const rows = guideNames.map((name, place) => {
    const identity = checkedIdentity(`3301061990${String(place + 3).padStart(2, "0")}1500${place + 1}`);
    return {
      ...{ name: say(name), mobile: `1380013${3001 + place}`, identity, person: `resident//${identity}` },
      ...{ certificate: `DZG2021ZJ${10_401 + place}`, level: place === 0 ? "senior" : "intermediate" },
      until: addDays(today, 500 + place * 40),
    };
  });
  const guides = await rowsOf<{ id: number; name: string }>(
    tx,
    sql`
      insert into guide (name, mobile, identity, person, certificate, level, certificate_until, languages)
      select name, mobile, identity, person, certificate, level, until, ${say("普通话、英语", "Mandarin, English")}
      from json_to_recordset(${JSON.stringify(rows)}::json) as g (
        name text, mobile text, identity text, person text, certificate text, level text, until date
      )
      returning id::float8 as id, name
    `,
  );
  const first = agencies.slice(0, guides.length).map(({ id }, place) => ({ guide: guides[place]?.id, agency: id }));
  await tx.execute(sql`
    insert into guide_agency (guide_id, position, agency_id)
    select guide, 0, agency from json_to_recordset(${JSON.stringify(first)}::json) as l (guide bigint, agency bigint)
  `);
  return guides;
}

/** What agencies bought on their accounts came with a guide. */
async function insertBought(tx: Transaction, sales: readonly DemoSale[], guides: { id: number }[]): Promise<void> {
  const rows = sales.map(({ orderId, agencyId }, n) => ({ orderId, agencyId, guideId: guides[n % guides.length]?.id }));
  await tx.execute(sql`
    insert into travel_order (order_id, agency_id, guide_id, visit_day, salesman_id, region_id)
    select s."orderId", a.id, s."guideId", t.day, a.salesman_id, a.region_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as s ("orderId" bigint, "agencyId" bigint, "guideId" bigint)
    join travel_agency a on a.id = s."agencyId"
    join lateral (select min(visit_day) as day from ticket_standing t where t.order_id = s."orderId") t on t.day is not null
    order by s."orderId"
  `);
}

/** Some of the month's orders were the trade's: they are told by their number, so that each start tells the same. */
async function insertBrought(tx: Transaction, agencies: Agency[], guides: { id: number }[], today: string) {
  const active = agencies.filter(({ status }) => status === "active").map(({ id }) => id);
  await tx.execute(sql`
    with sold as (
      select t.order_id, min(t.visit_day) as day, row_number() over (order by t.order_id) as n
      from ticket_standing t
      where t.visit_day between ${addDays(today, -30)}::date and ${today}::date and t.used > 0 and t.order_id % 23 = 0
        and not exists (select from travel_order b where b.corp_code = t.corp_code and b.order_id = t.order_id)
      group by t.order_id
      order by t.order_id
      limit 80
    )
    insert into travel_order (order_id, agency_id, guide_id, visit_day, salesman_id, region_id)
    select s.order_id, a.id, (${sql.param(guides.map(({ id }) => id))}::bigint[])[1 + s.n % ${guides.length}], s.day,
           a.salesman_id, a.region_id
    from sold s
    join travel_agency a on a.id = (${sql.param(active)}::bigint[])[1 + s.n % ${active.length}]
  `);
}

function bookedGroups(
  { say }: DemoPeople,
  agencies: Agency[],
  guides: { id: number; name: string }[],
  today: string,
): DemoGroup[] {
  const stamp = today.replaceAll("-", "");
  return agencies
    .filter(({ status }) => status === "active")
    .map(({ id, name, contact, mobile }, place) => {
      const guide = guides[place];
      return {
        ...{ number: `GB${stamp}${9001 + place}`, agencyId: id, organisation: name, contact, mobile },
        ...{ guideId: guide?.id ?? null, guide: guide?.name ?? null, plate: `浙A${String(61_208 + place * 371)}` },
        ...{ day: addDays(today, Math.max(place - 2, 0)), arrival: `${String(9 + place).padStart(2, "0")}:30` },
        prepayPercent: place > 2 ? 30 : null,
        ...{ people: 22 + place * 6, state: place === 5 ? "cancelled" : "booked" },
        ...{
          tourNo: `T${stamp.slice(2)}-${61 + place}`,
          itinerary: say("上午登山，下午游湖", "Mountain in the morning, lake in the afternoon"),
        },
      };
    });
}
