/** Exposure and ageing of all agencies: their accounts, credit sold in ninety days, refunds under way. */
import { sql } from "drizzle-orm";
import type { Option } from "~/contract/resource";
import { agencyExposure, type ExposureGroup, type ExposureRow, exposurePage } from "~/contract/travel/exposure";
import { dictionariesOf } from "../../kernel/dictionaries";
import { preparedRowsOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { underWayOfAll } from "./accounts";
import { isOfToday, type Sold, soldColumns, soldOf } from "./sold-by-age";

interface Asked {
  regionId?: number | undefined;
  salesmanId?: number | undefined;
  pageNo?: number;
  all?: boolean;
}

type Total = Omit<ExposureRow, "id" | "name" | "settlement" | "state" | "region" | "salesman">;

interface Read {
  rows: ExposureRow[];
  count: number;
  total: Total;
  bySalesman: ExposureGroup[];
  byRegion: ExposureGroup[];
  /** Accounts that owe something and whose sales by age are not kept as of today; usually none. */
  lacking: number[];
}

export const exposureServed: Served = serve(agencyExposure, async (call, asked) => {
  const refunding = Object.fromEntries((await underWayOfAll(call)).map(({ id, amount }) => [id, amount]));
  let read = await readExposure(call, asked, refunding, []);
  if (read.lacking.length > 0)
    read = await readExposure(call, asked, refunding, await soldOf(call.db, call.now, read.lacking));
  const { rows, count, total, bySalesman, byRegion } = read;
  const words = await dictionariesOf(call.db, ["agencySettlement", "agencyState"], call.locale);
  const said = (name: string) => new Map(words[name]?.map(({ value, label }) => [value, label]));
  const [settlements, states] = [said("agencySettlement"), said("agencyState")];
  for (const row of rows) {
    row.settlement = settlements.get(row.settlement) ?? "";
    row.state = states.get(row.state) ?? "";
  }
  const totalPage = asked.all ? 1 : Math.max(1, Math.ceil(count / exposurePage));
  const pageNo = Math.min(asked.pageNo ?? 1, totalPage);
  return { rows, count, total, bySalesman, byRegion, ...(await choicesOf(call)), pageNo, totalPage };
});

/**
 * Totals are of all of the filter, rows of one page, those who owe most first; names are read for those rows alone. Receipts and refunds pay the oldest first: of what is owed, each
 * age has what was sold in it, the latest first. A limit that is below what is used leaves nothing to sell; who pays cash is
 * sold nothing on account.
 */
async function readExposure(
  call: Call,
  { regionId = 0, salesmanId = 0, pageNo = 1, all = false }: Asked,
  refunding: Readonly<Record<string, number>>,
  added: readonly Sold[],
): Promise<Read> {
  const lacking = Object.fromEntries(added.map(({ account, ...sold }) => [account, sold]));
  const inAge = (name: keyof Omit<Sold, "account">) => sql`
    coalesce(
      case when ${isOfToday(call.now)} then ${soldColumns[name]} else (g.lacking -> k.id::text ->> ${name})::bigint end, 0
    )
  `;
  // Conditions that do not hold for everybody are left out where they are not asked: the plan counts on all agencies then.
  const below = sql`
    with recursive below as (
      select id from sales_region where corp_code = current_setting('app.corp_code') and id = ${regionId}
      union
      select r.id from sales_region r join below b on r.parent_id = b.id
      where r.corp_code = current_setting('app.corp_code')
    )
    select id from below
  `;
  // Behind the last page, as where agencies were closed meanwhile, the last one is answered.
  const offset = sql`
    select least(${pageNo - 1}::int, greatest(count(*)::int - 1, 0) / ${exposurePage}::int) * ${exposurePage}::int from picked
  `;
  // Planning costs as much as reading: it is done once a connection.
  const [found] = await preparedRowsOf<Read>(
    call.db,
    sql`
      with given as (
        select ${JSON.stringify(lacking)}::jsonb as lacking, ${JSON.stringify(refunding)}::jsonb as refunding
      ),
      standing as (
        select k.id, k.agency_id, k.prepaid, k.used, k.deposit, (${isOfToday(call.now)}) is true as "isOfToday",
               ${inAge("first")} as first, ${inAge("second")} as second,
               ${inAge("third")} as third
        from agency_account k
        cross join given g
        left join agency_sold w on w.corp_code = k.corp_code and w.agency_account_id = k.id
        where k.corp_code = current_setting('app.corp_code')
      ),
      picked as materialized (
        select a.id, k.id as "accountId", k."isOfToday", a.name, a.settlement, a.status as state, coalesce(a.credit_limit, 0) as "limit",
               coalesce(k.prepaid, 0) as prepaid, coalesce(k.used, 0) as used, coalesce(k.deposit, 0) as deposit,
               a.region_id, a.salesman_id, coalesce((g.refunding ->> a.id::text)::bigint, 0) as "underWay",
               case when a.settlement = 'cash' then 0
                    else coalesce(k.prepaid, 0) + greatest(coalesce(a.credit_limit, 0) - coalesce(k.used, 0), 0)
               end as free,
               least(coalesce(k.used, 0), k.first) as newest,
               least(coalesce(k.used, 0), k.second) as newer,
               least(coalesce(k.used, 0), k.third) as older
        from travel_agency a
        cross join given g
        left join standing k on k.agency_id = a.id
        ${regionId === 0 ? sql`` : sql`left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id`}
        where a.corp_code = current_setting('app.corp_code')
          and (a.status in ('active', 'suspended') or k.prepaid + k.used + k.deposit > 0)
          ${regionId === 0 ? sql`` : sql`and coalesce(a.region_id, s.region_id) in (${below})`}
          ${salesmanId === 0 ? sql`` : sql`and a.salesman_id = ${salesmanId}`}
      )
      select (select count(*)::int from picked) as count,
             (
               select coalesce(json_agg("accountId"), '[]') from picked where used > 0 and not "isOfToday"
             ) as lacking,
             (select json_build_object(${sums}) from picked) as total,
             (
               select coalesce(json_agg(g.of order by g.used desc, g.name), '[]')
               from (
                 select coalesce(s.name, '') as name, sum(p.used) as used,
                        json_build_object('id', coalesce(p.salesman_id, 0), 'name', coalesce(s.name, ''),
                                          'agencies', count(*), ${sums}) as of
                 from picked p
                 left join salesman s on s.corp_code = current_setting('app.corp_code') and s.id = p.salesman_id
                 group by p.salesman_id, s.name
               ) g
             ) as "bySalesman",
             (
               select coalesce(json_agg(g.of order by g.used desc, g.name), '[]')
               from (
                 select coalesce(r.name, '') as name, sum(p.used) as used,
                        json_build_object('id', coalesce(r.id, 0), 'name', coalesce(r.name, ''),
                                          'agencies', count(*), ${sums}) as of
                 from picked p
                 left join salesman s on s.corp_code = current_setting('app.corp_code') and s.id = p.salesman_id
                 left join sales_region r
                   on r.corp_code = current_setting('app.corp_code') and r.id = coalesce(p.region_id, s.region_id)
                 group by r.id, r.name
               ) g
             ) as "byRegion",
             (
               select coalesce(json_agg(json_build_object(
                 'id', p.id, 'name', p.name, 'settlement', p.settlement, 'state', p.state,
                 'region', coalesce(r.name, ''), 'salesman', coalesce(s.name, ''),
                 'prepaid', p.prepaid, 'limit', p."limit", 'used', p.used, 'underWay', p."underWay", 'free', p.free,
                 'deposit', p.deposit,
                 'ages', json_build_array(p.newest, p.newer - p.newest, p.older - p.newer, p.used - p.older)
               ) order by p.used desc, p.name, p.id), '[]')
               from (
                 select id, name, settlement, state, region_id, salesman_id, prepaid, "limit", used, "underWay", free, deposit,
                        coalesce(newest, 0) as newest, coalesce(newer, 0) as newer, coalesce(older, 0) as older
                 from picked
                 order by used desc, name, id
                 ${all ? sql`` : sql`limit ${exposurePage} offset (${offset})`}
               ) p
               left join salesman s on s.corp_code = current_setting('app.corp_code') and s.id = p.salesman_id
               left join sales_region r
                 on r.corp_code = current_setting('app.corp_code') and r.id = coalesce(p.region_id, s.region_id)
             ) as rows
    `,
  );
  if (!found) throw new Error("exposure answers nothing");
  return found;
}

/** Sums of agencies that were picked. */
const sums = sql`
  'prepaid', coalesce(sum(prepaid), 0), 'limit', coalesce(sum("limit"), 0), 'used', coalesce(sum(used), 0),
  'underWay', coalesce(sum("underWay"), 0), 'free', coalesce(sum(free), 0), 'deposit', coalesce(sum(deposit), 0),
  'ages', json_build_array(
    coalesce(sum(newest), 0), coalesce(sum(newer - newest), 0), coalesce(sum(older - newer), 0),
    coalesce(sum(used - older), 0)
  )
`;

async function choicesOf({ db }: Call): Promise<{ regions: Option[]; salesmen: Option[] }> {
  const [row] = await rowsOf<{ regions: Option[]; salesmen: Option[] }>(
    db,
    sql`
      select coalesce((
               select json_agg(json_build_object('value', id::text, 'label', name) order by sort, id)
               from (select * from sales_region where corp_code = current_setting('app.corp_code') limit 1000) r
             ), '[]') as regions,
             coalesce((
               select json_agg(json_build_object('value', id::text, 'label', name) order by code, id)
               from (select * from salesman where corp_code = current_setting('app.corp_code') limit 1000) s
             ), '[]') as salesmen
    `,
  );
  return row ?? { regions: [], salesmen: [] };
}
