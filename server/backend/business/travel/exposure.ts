/** Exposure and ageing of all agencies: their accounts, credit sold in ninety days, refunds under way. */
import { sql } from "drizzle-orm";
import type { Option } from "~/contract/resource";
import { agencyExposure, type ExposureRow } from "~/contract/travel/exposure";
import { dictionariesOf } from "../../kernel/dictionaries";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { type Account, freeOf, splitByAge, underWayOf } from "./accounts";
import { noneSold, soldByAge } from "./sold-by-age";

/** Rows on one page. */
const most = 1000;

interface Read extends Account {
  region: string;
  salesman: string;
  /** Null of an agency that never had one. */
  account: number | null;
  /** Of the ledger, in the database. */
  table: string;
}

interface Asked {
  regionId?: number | undefined;
  salesmanId?: number | undefined;
  all?: boolean;
}

export const exposureServed: Served = serve(agencyExposure, async (call, asked) => {
  const all = await readExposure(call, asked);
  const owing = all.flatMap(({ account, used }) => (account !== null && used > 0 ? [account] : []));
  const sold = await soldByAge(call, owing, all[0]?.table ?? "");
  const underWay = await underWayOf(
    call,
    all.map(({ id }) => id),
  );
  const words = await dictionariesOf(call.db, ["agencySettlement", "agencyState"], call.locale);
  const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
  const rows = all.map((read): ExposureRow => {
    const { id, name, prepaid, limit, used, deposit, region, salesman, account } = read;
    return {
      ...{ id, name, prepaid, limit, used, deposit, region, salesman },
      ...{ settlement: said("agencySettlement", read.settlement), state: said("agencyState", read.status) },
      ...{
        underWay: underWay.get(id) ?? 0,
        free: freeOf(read),
        ages: splitByAge(used, sold.get(account ?? 0) ?? noneSold),
      },
    };
  });
  const shown = asked.all ? rows : rows.slice(0, most);
  const count = rows.length;
  return { rows: shown, count, total: totalOf(rows), ...(await choicesOf(call)), more: count > shown.length };
});

function totalOf(rows: readonly ExposureRow[]) {
  const sum = (of: (row: ExposureRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    ...{ prepaid: sum((row) => row.prepaid), limit: sum((row) => row.limit), used: sum((row) => row.used) },
    ...{ underWay: sum((row) => row.underWay), free: sum((row) => row.free), deposit: sum((row) => row.deposit) },
    ages: [0, 1, 2, 3].map((place) => sum((row) => row.ages[place] ?? 0)),
  };
}

/** All of the filter, since totals are of all: who owes most comes first. */
function readExposure({ db }: Call, { regionId = 0, salesmanId = 0 }: Asked): Promise<Read[]> {
  return rowsOf<Read>(
    db,
    sql`
      with recursive below as (
        select id from sales_region where corp_code = current_setting('app.corp_code') and id = ${regionId}
        union
        select r.id from sales_region r join below b on r.parent_id = b.id
        where r.corp_code = current_setting('app.corp_code')
      )
      select a.id::float8 as id, a.name, a.code, a.settlement, a.status, a.shared_by as "sharedBy",
             coalesce(a.credit_limit, 0)::float8 as "limit",
             coalesce(k.prepaid, 0)::float8 as prepaid, coalesce(k.used, 0)::float8 as used,
             coalesce(k.deposit, 0)::float8 as deposit, coalesce(r.name, '') as region, coalesce(s.name, '') as salesman,
             k.id::float8 as account, 'agency_ledger'::regclass::oid::text as "table"
      from travel_agency a
      left join agency_account k on k.corp_code = a.corp_code and k.agency_id = a.id
      left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id
      left join sales_region r on r.corp_code = a.corp_code and r.id = coalesce(a.region_id, s.region_id)
      where a.corp_code = current_setting('app.corp_code')
        and (a.status in ('active', 'suspended') or k.prepaid + k.used + k.deposit > 0)
        and (${regionId} = 0 or coalesce(a.region_id, s.region_id) in (select id from below))
        and (${salesmanId} = 0 or a.salesman_id = ${salesmanId})
      order by coalesce(k.used, 0) desc, a.name, a.id
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
