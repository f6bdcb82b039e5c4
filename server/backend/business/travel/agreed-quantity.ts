/** Agreed quantities: how far each is fulfilled, and the rebate that is booked once its period is over. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { agreedStanding, agreedQuantity as resource } from "~/contract/travel/agreed-quantity";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { Invalid, NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { agencyReference } from "./agency-reference";
import { agreedTier, agreedQuantity as table } from "./agreed-schema";
import { credit, takeBack } from "./take-back";

dependsOn("agency", { table, by: table.agencyId, name: table.code, words: m.agreed_dep });

interface Period {
  agencyId: number;
  fromDay: string;
  toDay: string;
  counts: string;
}
interface Tier {
  atLeast: number;
  rebate: number;
}
interface Month {
  month: string;
  sold: number;
  /** That count. */
  admitted: number;
  /** Admitted, and not counted as long as nobody has paid them. */
  unpaid: number;
}

/**
 * What was refunded, changed or voided brought nobody, and what cost nothing earns nothing back. An order that is not paid has
 * no tickets yet, but on account: there the orders from `unpaidFrom` on are not paid ({@link unpaidFrom}), nor are those of
 * which something was written off.
 */
function monthsOf(
  { db }: Call,
  { agencyId, fromDay, toDay, counts }: Period,
  unpaidFrom: number | null,
): Promise<Month[]> {
  const paid = sql`
    c.id is null or (c.lost = 0 and (c.id < coalesce(${unpaidFrom}::bigint, c.id + 1) or c.credit = c.credit_back))
  `;
  const counted = counts === "sold" ? sql`true` : paid;
  return rowsOf<Month>(
    db,
    sql`
      select to_char(o.visit_day, 'YYYY-MM') as month, count(*)::int as sold,
             (count(*) filter (where t.used > 0 and (${counted})))::int as admitted,
             (count(*) filter (where t.used > 0 and not (${counted})))::int as unpaid
      from travel_order o
      join ticket_standing t on t.corp_code = o.corp_code and t.order_id = o.order_id
      left join agency_charge c on c.corp_code = o.corp_code and c.order_id = o.order_id
      where o.agency_id = ${agencyId}
        and o.visit_day between ${fromDay}::date and ${toDay}::date
        and t.state not in ('refunded', 'changed', 'voided')
        and t.price > 0
      group by 1
      order by 1
    `,
  );
}

/**
 * The first charge of an agency's account that is not paid; null where all are. Receipts pay the oldest first, as everywhere:
 * what an account owes is of its newest orders.
 */
async function unpaidFrom(call: Call, agencyId: number): Promise<number | null> {
  const row = await firstOf<{ id: number | null }>(
    call.db,
    sql`
      with charged as (
        select id, credit - credit_back - lost as open,
               sum(credit - credit_back - lost) over (order by id desc) as until
        from agency_charge
        where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId}
          and credit - credit_back - lost > 0
      )
      select min(c.id)::float8 as id
      from charged c
      join agency_account k on k.corp_code = current_setting('app.corp_code') and k.agency_id = ${agencyId}
      where k.used > c.until - c.open
    `,
  );
  return row?.id ?? null;
}

const tiersOf = ({ db }: Call, id: number) =>
  rowsOf<Tier>(
    db,
    sql`
      select at_least::int as "atLeast", rebate::float8 as rebate
      from agreed_quantity_tier
      where agreed_quantity_id = ${id}
      order by at_least
    `,
  );

/** Every ticket has the rebate of the highest tier that all of them reach. */
const rebateOf = (tiers: readonly Tier[], tickets: number): number =>
  tickets * (tiers.findLast(({ atLeast }) => tickets >= atLeast)?.rebate ?? 0);

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** At the pace of the days that are over, today included. */
function forecastOf({ fromDay, toDay }: Period, admitted: number, today: string): number | null {
  if (today < fromDay) return null;
  if (today >= toDay) return admitted;
  const gone = dayNumber(today) - dayNumber(fromDay) + 1;
  return Math.floor((admitted * (dayNumber(toDay) - dayNumber(fromDay) + 1)) / gone);
}

const sum = (months: readonly Month[], of: "sold" | "admitted" | "unpaid") =>
  months.reduce((all, one) => all + one[of], 0);

const standing = serve(agreedStanding, async (call, { id }) => {
  type Row = Period & {
    code: string;
    agency: string;
    status: string;
    reason: string;
    tickets: number | null;
    takenBack: number;
    unpaidAtBooking: number | null;
  };
  const row = await firstOf<Row & { amount: number | null }>(
    call.db,
    sql`
      select q.code, q.agency_id::float8 as "agencyId", a.name as agency, q.from_day::text as "fromDay",
             q.to_day::text as "toDay", q.status, q.reason, q.tickets::int as tickets, q.amount::float8 as amount,
             coalesce(q.taken_back, 0)::float8 as "takenBack", q.counts,
             q.unpaid_charge_id::float8 as "unpaidAtBooking"
      from agreed_quantity q
      join travel_agency a on a.corp_code = q.corp_code and a.id = q.agency_id
      where q.id = ${id}
    `,
  );
  if (!row) throw new NotFound();
  const { tickets, amount, counts, unpaidAtBooking, ...told } = row;
  const from = tickets === null ? await unpaidFrom(call, row.agencyId) : unpaidAtBooking;
  const months = await monthsOf(call, row, from);
  const tiers = await tiersOf(call, id);
  // What is booked stays as it was booked, also where tickets are given back later.
  const counting = sum(months, "admitted");
  const admitted = tickets ?? counting;
  const forecast = tickets ?? forecastOf(row, admitted, businessDay(call.now));
  return {
    partial: call.caller.scope !== null && tickets === null,
    ...{
      id,
      ...told,
      counts: counts === "sold" ? ("sold" as const) : ("paid" as const),
      admitted,
      sold: sum(months, "sold"),
      forecast,
      months,
    },
    ...{ counting, unpaid: sum(months, "unpaid") },
    toTakeBack:
      amount === null || call.caller.scope ? 0 : overpaid(tiers, counting, { amount, takenBack: row.takenBack }),
    rebate: amount ?? rebateOf(tiers, admitted),
    forecastRebate: amount ?? rebateOf(tiers, forecast ?? 0),
    tiers: tiers.map((tier) => ({ ...tier, reached: admitted >= tier.atLeast })),
  };
});

const commands: CommandsBackend<typeof resource> = {
  book: {
    // Whoever sees some parks alone would count their tickets alone.
    mayNot: async ({ caller }, rows) => rows.map(() => (caller.scope ? m.agreed_whole_corp() : null)),
    async run(call, row) {
      const { id, code: subject, agencyId } = row;
      if (businessDay(call.now) <= row.toDay) throw new Refusal(m.agreed_not_over({ day: row.toDay }));
      // The agency first, as everywhere: what is booked is what the tickets are while it is locked.
      await call.db.execute(sql`select 1 from travel_agency where id = ${agencyId} for update`);
      const from = await unpaidFrom(call, agencyId);
      const months = await monthsOf(call, row, from);
      const [tickets, unpaid] = [sum(months, "admitted"), sum(months, "unpaid")];
      const amount = rebateOf(await tiersOf(call, id), tickets);
      if (amount === 0)
        throw new Refusal(
          unpaid > 0 ? m.agreed_nothing_paid({ n: tickets, unpaid }) : m.agreed_nothing({ n: tickets }),
        );
      // Whoever takes back later goes by what was paid now: a rebate that is owed again makes no older order unpaid.
      await call.db.update(table).set({ unpaidChargeId: from }).where(eq(table.id, id));
      await credit(call, agencyId, "rebate", { amount, subject });
      return { set: { tickets, amount }, notice: m.agreed_booked({ n: tickets, amount: yuan(amount) }) };
    },
  },
  takeBack: {
    mayNot: async ({ caller }, rows) => rows.map(() => (caller.scope ? m.agreed_whole_corp() : null)),
    async run(call, row) {
      const { id, code: subject, agencyId } = row;
      await call.db.execute(sql`select 1 from travel_agency where id = ${agencyId} for update`);
      const before = { amount: row.amount ?? 0, takenBack: row.takenBack ?? 0 };
      const at = await firstOf<{ from: number | null }>(
        call.db,
        sql`select unpaid_charge_id::float8 as "from" from agreed_quantity where id = ${id}`,
      );
      const counting = sum(await monthsOf(call, row, at?.from ?? null), "admitted");
      const amount = overpaid(await tiersOf(call, id), counting, before);
      if (amount === 0) throw new Refusal(m.agreed_nothing_back({ n: counting }));
      const taken = await takeBack(call, agencyId, "rebate", { amount, subject, part: String(before.takenBack) });
      const said = { amount: yuan(taken), rest: yuan(amount - taken) };
      return {
        set: { takenBack: before.takenBack + taken },
        notice: taken < amount ? m.agreed_took_some(said) : m.agreed_took_back(said),
      };
    },
  },
};

/** What was booked above what the tickets that still count earn, less what was taken back. */
const overpaid = (tiers: readonly Tier[], counting: number, booked: { amount: number; takenBack: number }): number =>
  Math.max(0, booked.amount - booked.takenBack - rebateOf(tiers, counting));

/** A ticket counts for one agreement: an agency's periods do not overlap. The agency is locked, so that two see each other. */
async function check({ db }: Call, values: Values, before: Values | null): Promise<void> {
  if (before && before.status !== "open") throw new Refusal(m.agreed_fixed());
  const { id = 0, agencyId, fromDay, toDay }: Values = { ...before, ...values };
  await db.execute(sql`select 1 from travel_agency where id = ${agencyId} for update`);
  const other = await firstOf<{ code: string }>(
    db,
    sql`
      select code
      from agreed_quantity
      where agency_id = ${agencyId} and id <> ${id} and status <> 'void'
        and from_day <= ${toDay}::date and to_day >= ${fromDay}::date
      order by id
      limit 1
    `,
  );
  if (other) throw new Invalid({ fromDay: [m.agreed_overlaps({ code: other.code })] });
}

export const agreedServed: Served[] = [
  ...serveResource(resource, {
    table,
    lines: { tiers: agreedTier },
    references: { agencyId: agencyReference },
    commands,
    check,
  }),
  standing,
];
