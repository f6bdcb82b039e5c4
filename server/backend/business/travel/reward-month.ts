/** A month's rewards on one page: what is earned and not reckoned, what cannot be paid, and the pay-out list. */
import { sql } from "drizzle-orm";
import { guideRewardMonth } from "~/contract/travel/reward";
import { businessDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { parameterOf } from "../../kernel/parameters";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { type Earned, earnedIn, lateOf } from "./reward-earned";

const most = 1000;

interface Paying {
  id: number;
  code: string;
  guide: string;
  agency: string;
  payee: string;
  bank: string;
  withholding: number;
  visitors: number;
  amount: number;
  withheld: number;
  clawed: number;
  status: string;
}

export const rewardMonth = (whyNotPaid: (group: Earned) => string): Served =>
  serve(guideRewardMonth, async (call, { month = businessDay(call.now).slice(0, 7) }) => {
    const words = await dictionariesOf(call.db, ["rewardPayee", "guideRewardState"], call.locale);
    const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
    const groups = await earnedIn(call, month);
    const guides = await namesOf(
      call,
      sql`guide`,
      groups.map(({ guideId }) => guideId),
    );
    const agencies = await namesOf(
      call,
      sql`travel_agency`,
      groups.flatMap(({ agencyId }) => agencyId ?? []),
    );
    const found = await payingIn(call, month);
    const late = await lateOf(
      call,
      found.map(({ id }) => id),
    );
    const paying = found.slice(0, most).map(({ withholding, status, ...row }) => {
      // Of one that is not paid yet, what will be withheld.
      const withheld =
        row.payee === "person" && ["calculated", "approved"].includes(status)
          ? Math.floor((row.amount * withholding) / 100)
          : row.withheld;
      return {
        ...{ ...row, withheld, net: row.amount - withheld, late: late.get(row.id) ?? 0 },
        ...{ payee: said("rewardPayee", row.payee), state: said("guideRewardState", status) },
      };
    });
    const sum = (of: "amount" | "withheld" | "net") => paying.reduce((all, row) => all + row[of], 0);
    return {
      month,
      on: (await parameterOf(call.db, "guideRewards")) === "T",
      waiting: groups.slice(0, most).map((group) => ({
        ...{ guideId: group.guideId, guide: guides.get(group.guideId) ?? "" },
        agency: group.agencyId === null ? "" : (agencies.get(group.agencyId) ?? ""),
        ...{ payee: said("rewardPayee", group.payee), visitors: group.visitors, amount: group.amount },
        why: whyNotPaid(group),
      })),
      paying,
      total: { amount: sum("amount"), withheld: sum("withheld"), net: sum("net") },
      more: found.length > most || groups.length > most,
    };
  });

/** Of the account the end alone: the list is printed. */
const payingIn = ({ db }: Call, month: string) =>
  rowsOf<Paying>(
    db,
    sql`
      select w.id::float8 as id, w.code, g.name as guide, a.name as agency, w.payee,
             case w.payee when 'person' then coalesce(p.bank || ' *' || right(p.bank_account, 4), '') else '' end as bank,
             coalesce(p.withholding, 0)::int as withholding, w.visitors::int as visitors, w.amount::float8 as amount,
             w.withheld::float8 as withheld, w.clawed::float8 as clawed, w.status
      from guide_reward w
      join guide g on g.corp_code = w.corp_code and g.id = w.guide_id
      join travel_agency a on a.corp_code = w.corp_code and a.id = w.agency_id
      left join guide_payee p on p.corp_code = w.corp_code and p.guide_id = w.guide_id and p.agency_id = w.agency_id
      where w.corp_code = current_setting('app.corp_code') and w.month = ${month} and w.status <> 'void'
      order by a.name, g.name, w.id
      limit ${most + 1}
    `,
  );

async function namesOf({ db }: Call, table: ReturnType<typeof sql>, ids: readonly number[]) {
  const rows = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select id::float8 as id, name from ${table} where id = any (${`{${[...new Set(ids)].join(",")}}`}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
