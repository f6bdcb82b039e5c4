/** Exposure and ageing of all agencies, in one statement over accounts, credit sold in ninety days and refunds under way. */
import { sql } from "drizzle-orm";
import type { Option } from "~/contract/resource";
import { agencyExposure, type ExposureRow } from "~/contract/travel/exposure";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { type Account, freeOf, splitByAge, underWayOf } from "./accounts";

/** Rows on one page. */
const most = 1000;

interface Read extends Account {
  region: string;
  salesman: string;
  sold: number[];
}

interface Asked {
  regionId?: number | undefined;
  salesmanId?: number | undefined;
}

export const exposureServed: Served = serve(agencyExposure, async (call, asked) => {
  const all = await readExposure(call, asked);
  const underWay = await underWayOf(
    call,
    all.map(({ id }) => id),
  );
  const words = await dictionariesOf(call.db, ["agencySettlement", "agencyState"], call.locale);
  const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
  const rows = all.slice(0, most).map((read): ExposureRow => {
    const { id, name, prepaid, limit, used, deposit, region, salesman, sold } = read;
    return {
      ...{ id, name, prepaid, limit, used, deposit, region, salesman },
      ...{ settlement: said("agencySettlement", read.settlement), state: said("agencyState", read.status) },
      ...{ underWay: underWay.get(id) ?? 0, free: freeOf(read), ages: splitByAge(used, sold) },
    };
  });
  return { rows, total: totalOf(rows), ...(await choicesOf(call)), more: all.length > most };
});

function totalOf(rows: readonly ExposureRow[]) {
  const sum = (of: (row: ExposureRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    ...{ prepaid: sum((row) => row.prepaid), limit: sum((row) => row.limit), used: sum((row) => row.used) },
    ...{ underWay: sum((row) => row.underWay), free: sum((row) => row.free), deposit: sum((row) => row.deposit) },
    ages: [0, 1, 2, 3].map((place) => sum((row) => row.ages[place] ?? 0)),
  };
}

/** Who owes most comes first. */
function readExposure({ db, now }: Call, { regionId = 0, salesmanId = 0 }: Asked): Promise<Read[]> {
  const from = (days: number) => sql`${startOfDay(addDays(businessDay(now), -days)).toISOString()}::timestamptz`;
  const since = (days: number) => sql`coalesce(sum(l.used_change) filter (where l.at >= ${from(days)}), 0)::float8`;
  return rowsOf<Read>(
    db,
    sql`
      with recursive below as (
        select id from sales_region where corp_code = current_setting('app.corp_code') and id = ${regionId}
        union
        select r.id from sales_region r join below b on r.parent_id = b.id
        where r.corp_code = current_setting('app.corp_code')
      )
      select a.id::float8 as id, a.name, a.code, a.settlement, a.status, coalesce(a.credit_limit, 0)::float8 as "limit",
             coalesce(k.prepaid, 0)::float8 as prepaid, coalesce(k.used, 0)::float8 as used,
             coalesce(k.deposit, 0)::float8 as deposit, coalesce(r.name, '') as region, coalesce(s.name, '') as salesman,
             coalesce(sold.by_age, array[0, 0, 0]::float8[]) as sold
      from travel_agency a
      left join agency_account k on k.corp_code = a.corp_code and k.agency_id = a.id
      left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id
      left join sales_region r on r.corp_code = a.corp_code and r.id = coalesce(a.region_id, s.region_id)
      left join lateral (
        select array[${since(30)}, ${since(60)}, ${since(90)}] as by_age
        from agency_ledger l
        where l.corp_code = k.corp_code and l.agency_account_id = k.id and l.used_change > 0 and l.at >= ${from(90)}
      ) sold on k.used > 0
      where a.corp_code = current_setting('app.corp_code')
        and (a.status in ('active', 'suspended') or k.prepaid + k.used + k.deposit > 0)
        and (${regionId} = 0 or coalesce(a.region_id, s.region_id) in (select id from below))
        and (${salesmanId} = 0 or a.salesman_id = ${salesmanId})
      order by coalesce(k.used, 0) desc, a.name, a.id
      limit ${most + 1}
    `,
  );
}

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
