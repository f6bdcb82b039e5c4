/** Rewards of guides: reckoned for a month, approved by another person, paid, and taken back where tickets were refunded later. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ResourceRow } from "~/contract/resource";
import {
  guideReward,
  guidePayee as payeeResource,
  reckonRewards,
  rewardRule as ruleResource,
} from "~/contract/travel/reward";
import { businessDay } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { nextNumber } from "../../kernel/numbers";
import { parameterOf } from "../../kernel/parameters";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { typeReference } from "../ticket/price-policy";
import { keepReceipt } from "./accounts";
import { agencyReference } from "./agency-reference";
import { guideReference } from "./references";
import { type Earned, earnedIn, lateOf, putTickets } from "./reward-earned";
import { rewardMonth } from "./reward-month";
import { guidePayee, rewardRule, guideReward as table, guideRewardTicket as tickets } from "./reward-schema";
import { credit, takeBack } from "./take-back";

type Reward = ResourceRow<typeof guideReward>;

dependsOn("ticketType", {
  table: rewardRule,
  by: rewardRule.ticketTypeId,
  name: rewardRule.code,
  words: m.reward_dep_rules,
});
dependsOn("guide", { table: guidePayee, by: guidePayee.guideId, name: guidePayee.code, words: m.reward_dep_persons });
dependsOn("agency", { table: guidePayee, by: guidePayee.agencyId, name: guidePayee.code, words: m.reward_dep_persons });
dependsOn("guide", { table, by: table.guideId, name: table.code, words: m.reward_dep });
dependsOn("agency", { table, by: table.agencyId, name: table.code, words: m.reward_dep });
dependsOn("guideReward", { table: tickets, by: tickets.rewardId, words: m.reward_dep_tickets });

export const rewardsOn = async ({ db }: Call): Promise<boolean> => (await parameterOf(db, "guideRewards")) === "T";

const wholeCorp = async ({ caller }: Call, rows: readonly unknown[]) =>
  rows.map(() => (caller.scope ? m.reward_whole_corp() : null));

const commands: CommandsBackend<typeof guideReward> = {
  approve: {
    // Nobody approves their own.
    async mayNot(call, rows) {
      const on = await rewardsOn(call);
      return rows.map(({ makerId }) => {
        if (call.caller.scope) return m.reward_whole_corp();
        if (!on) return m.reward_off();
        return makerId === call.caller.userId ? m.reward_own() : null;
      });
    },
  },
  pay: {
    async mayNot(call, rows) {
      const on = await rewardsOn(call);
      return rows.map(() => (call.caller.scope ? m.reward_whole_corp() : on ? null : m.reward_off()));
    },
    run: pay,
  },
  clawBack: { mayNot: wholeCorp, run: clawBack },
  cancel: {
    mayNot: wholeCorp,
    // What its tickets earned may be reckoned again.
    async run({ db }, { id }) {
      await db.execute(sql`
        delete from guide_reward_ticket where corp_code = current_setting('app.corp_code') and reward_id = ${id}
      `);
    },
  },
};

async function pay(call: Call, row: Reward, { bankRef }: { bankRef: string | null }) {
  const { id, code: subject, agencyId, amount, payee } = row;
  const late = (await lateOf(call, [id])).get(id) ?? 0;
  if (late > 0) throw new Refusal(m.reward_late({ amount: yuan(late) }));
  if (payee === "agency") {
    if (bankRef) throw new Invalid({ bankRef: [m.reward_no_bank()] });
    await credit(call, agencyId, "reward", { amount, subject });
    return { notice: m.reward_credited({ amount: yuan(amount) }) };
  }
  if (!bankRef) throw new Invalid({ bankRef: [m.reward_needs_bank()] });
  const terms = await firstOf<{ withholding: number; valid: boolean; suspended: boolean; endedOn: string }>(
    call.db,
    sql`
      select withholding::int as withholding, status = 'T' and until_day >= ${businessDay(call.now)}::date as valid,
             status <> 'T' as suspended, until_day::text as "endedOn"
      from guide_payee
      where corp_code = current_setting('app.corp_code') and guide_id = ${row.guideId} and agency_id = ${agencyId}
      for share
    `,
  );
  if (!terms?.valid) throw new Refusal(lackOf(terms ?? { suspended: null, endedOn: null }));
  await refuseUsed(call, bankRef, id);
  const withheld = Math.floor((amount * terms.withholding) / 100);
  await keepReceipt(call, agencyId, "paidOut", { amount: amount - withheld, bankRef });
  const said = { amount: yuan(amount - withheld), withheld: yuan(withheld) };
  return { set: { bankRef, withheld }, notice: m.reward_paid(said) };
}

/** A bank moved money once; of two at the same moment the unique index refuses the second. */
async function refuseUsed({ db }: Call, ref: string, id: number): Promise<void> {
  const used = await firstOf(
    db,
    sql`
      select 1 from guide_reward
      where corp_code = current_setting('app.corp_code') and lower(${ref}) in (lower(bank_ref), lower(back_ref)) and id <> ${id}
    `,
  );
  if (used) throw new Invalid({ bankRef: [m.account_ref_used({ ref })] });
}

/** The way it went: of an agency from its account, of a person by a transfer that came back. All of it or nothing. */
async function clawBack(call: Call, row: Reward, { bankRef }: { bankRef: string | null }) {
  const { id, code: subject, agencyId, payee } = row;
  const late = (await lateOf(call, [id])).get(id) ?? 0;
  if (late === 0) throw new Refusal(m.reward_nothing_back());
  if (payee === "agency") {
    if (bankRef) throw new Invalid({ bankRef: [m.reward_no_bank()] });
    const taken = await takeBack(call, agencyId, "reward", { amount: late, subject, part: String(row.clawed) });
    if (taken < late) throw new Refusal(m.reward_short({ amount: yuan(late), taken: yuan(taken) }));
  } else if (!bankRef) throw new Invalid({ bankRef: [m.reward_needs_bank()] });
  else {
    await refuseUsed(call, bankRef, 0);
    await keepReceipt(call, agencyId, "paidBack", { amount: late, bankRef });
  }
  await markClawed(call, id);
  const clawed = row.clawed + late;
  return {
    set: { clawed, ...(bankRef && { backRef: bankRef }) },
    to: clawed === row.amount ? "clawedBack" : "paid",
    notice: m.reward_clawed_back({ amount: yuan(late) }),
  };
}

const markClawed = ({ db, now }: Call, id: number) =>
  db.execute(sql`
    update guide_reward_ticket g set clawed_at = ${now.toISOString()}::timestamptz
    from ticket_standing t
    where t.corp_code = g.corp_code and t.ticket_id = g.ticket_id and t.order_id = g.order_id
      and g.corp_code = current_setting('app.corp_code') and g.reward_id = ${id} and g.clawed_at is null
      and t.state in ('refunded', 'changed', 'voided')
  `);

const reckon = serve(reckonRewards, async (call, { month }) => {
  if (!(await rewardsOn(call))) throw new Refusal(m.reward_off());
  if (call.caller.scope) throw new Refusal(m.reward_whole_corp());
  if (month > businessDay(call.now).slice(0, 7)) throw new Invalid({ month: [m.reward_future()] });
  let [rewards, amount] = [0, 0];
  for (const group of await earnedIn(call, month)) {
    if (whyNotPaid(group)) continue;
    const made = await makeOne(call, month, group);
    if (made === 0) continue;
    rewards += 1;
    amount += made;
  }
  if (rewards === 0) throw new Refusal(m.reward_nothing({ month }));
  return { rewards, amount };
});

/** Why a group is not paid as its rule says; "" where it may be. */
export function whyNotPaid({ agencyId, payee, withholding, cash, suspended, endedOn }: Earned): string {
  if (agencyId === null) return m.reward_why_agency();
  if (payee === "agency" && cash) return m.reward_why_cash();
  return payee === "person" && withholding === null ? lackOf({ suspended, endedOn }) : "";
}

/** Of a contract that does not bear a payment, or of none. */
function lackOf({ suspended, endedOn }: Pick<Earned, "suspended" | "endedOn">): string {
  if (suspended) return m.reward_why_off();
  return endedOn === null ? m.reward_why_person() : m.reward_why_ended({ day: endedOn });
}

/** Fen of the reward; 0 where somebody else has reckoned its tickets at this moment: then nothing is left of it. */
async function makeOne(call: Call, month: string, group: Earned): Promise<number> {
  const { db, caller } = call;
  const code = nextNumber(call, "RW");
  const made = await firstOf<{ id: number }>(
    db,
    sql`
      insert into guide_reward (code, month, guide_id, agency_id, payee, visitors, amount, maker, maker_id)
      values (${code}, ${month}, ${group.guideId}, ${group.agencyId}, ${group.payee}, 0, 0, ${caller.name}, ${caller.userId})
      returning id::float8 as id
    `,
  );
  if (!made) throw new Error("an insert answers its row");
  const { visitors, amount } = await putTickets(call, month, group, made.id);
  if (visitors === 0) {
    await db.execute(
      sql`delete from guide_reward where corp_code = current_setting('app.corp_code') and id = ${made.id}`,
    );
    return 0;
  }
  // By the contract as it is now; what it is when the reward is paid is withheld.
  const withheld = group.payee === "person" ? Math.floor((amount * (group.withholding ?? 0)) / 100) : 0;
  await db.execute(sql`
    update guide_reward set visitors = ${visitors}, amount = ${amount}, withheld = ${withheld}
    where corp_code = current_setting('app.corp_code') and id = ${made.id}
  `);
  call.audit({
    thing: "guideReward",
    thingId: made.id,
    label: code,
    after: { month, visitors, amount, payee: group.payee },
  });
  return amount;
}

/** Of one ticket type two rules never hold on a day, so that nobody asks which of them paid. */
async function checkRule({ db }: Call, values: Values, before: Values | null): Promise<void> {
  const { id = 0, ticketTypeId, fromDay, toDay }: Values = { ...before, ...values };
  const other = await firstOf<{ code: string }>(
    db,
    sql`
      select code from reward_rule
      where corp_code = current_setting('app.corp_code') and ticket_type_id = ${ticketTypeId} and id <> ${id}
        and status = 'T' and from_day <= ${toDay}::date and to_day >= ${fromDay}::date
      order by id
      limit 1
    `,
  );
  if (other) throw new Invalid({ fromDay: [m.reward_overlaps({ code: other.code })] });
}

export const rewardServed: Served[] = [
  ...serveResource(ruleResource, { table: rewardRule, references: { ticketTypeId: typeReference }, check: checkRule }),
  ...serveResource(payeeResource, {
    table: guidePayee,
    references: { guideId: guideReference, agencyId: agencyReference },
  }),
  ...serveResource(guideReward, {
    table,
    references: { guideId: guideReference, agencyId: agencyReference },
    commands,
  }),
  rewardMonth(whyNotPaid),
  reckon,
];
