/**
 * Cards of another corp of the group, as they pay at a till of this one. What crosses are functions of the database (record 267):
 * they lock the share and the card, judge again, and write the card's ledger where the card is.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { groupCard } from "~/contract/order/cash";
import { businessDay } from "../../kernel/business-time";
import { yuan } from "../../kernel/money";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { AccountPayer } from "../order/payment/by-account";
import { joinOrder } from "../order/query-parts";
import { slipNo } from "./balances";
import { groupAccountOf, moveGroupAccount } from "./group-account";

interface Standing {
  state: string;
  issuer: string;
  number: string;
  holder: string;
  type: string;
  balance: number;
  validTo: string | null;
  limit: number;
  used: number;
  ruleMost: number | null;
  ruleUsed: number;
}

/** Undefined of a card that is not opened to this corp, whoever's it is. */
const standingOf = (call: Call, card: string, amount: number) =>
  firstOf<Standing>(
    call.db,
    sql`
      select state, issuer, number, holder, type_name as type, (principal + gift)::float8 as balance,
             valid_to::text as "validTo", daily_limit::float8 as "limit", used::float8 as used,
             rule_most::float8 as "ruleMost", rule_used::float8 as "ruleUsed"
      from group_card_standing(${card}, ${businessDay(call.now)}::date, ${amount}::bigint)
    `,
  );

async function whyNot(call: Call, card: string, amount: number): Promise<string> {
  const standing = await standingOf(call, card, amount);
  return standing ? sayWhyNot(standing, amount) : m.card_none_found();
}

function sayWhyNot(standing: Standing, amount: number): string {
  const { state, number, issuer, type, balance, validTo, limit, used, ruleMost, ruleUsed } = standing;
  switch (state) {
    case "open":
      return "";
    case "two":
      return m.groupcard_two();
    case "lost":
      return m.card_verdict_lost({ number });
    case "replaced":
      return m.card_verdict_replaced({ number });
    case "cancelled":
      return m.card_verdict_cancelled({ number });
    case "expired":
      return m.stored_expired({ day: validTo ?? "" });
    case "here":
      return m.stored_no_here({ type });
    case "daily":
      return m.stored_daily_over({ used: yuan(ruleUsed), most: yuan(ruleMost ?? 0) });
    case "limit":
      return m.groupcard_limit_over({ issuer, limit: yuan(limit), used: yuan(used) });
    case "short":
      return m.stored_short({ payable: yuan(amount), balance: yuan(balance) });
    default:
      return m.card_verdict_not_active({ number });
  }
}

export const groupPayer: AccountPayer = {
  paymentType: groupCard,
  needsAccount: () => m.groupcard_by_number_alone(),

  byNumber: {
    any: sql`group_cards_open()`,
    async quote(call, { account, amount }) {
      const nothing = { off: 0, free: 0, name: "", says: "" };
      const standing = await standingOf(call, account, amount);
      const why = standing ? sayWhyNot(standing, amount) : m.card_none_found();
      if (!standing || why) return { ...nothing, whyNot: why };
      const { issuer, type, number, holder, balance } = standing;
      const facts = { issuer, type, number, payable: yuan(amount), left: yuan(balance - amount) };
      const says = holder ? m.groupcard_pays({ ...facts, holder }) : m.groupcard_pays_unnamed(facts);
      return { ...nothing, says, whyNot: "" };
    },
  },

  async take(call, order, { account, amount }) {
    const taken = await firstOf<{ state: string; code: string; issuer: string; number: string; spendId: number }>(
      call.db,
      sql`
        select state, issuer_code as code, issuer, number, spend_id::float8 as "spendId"
        from take_of_group_card(
          ${account}, ${businessDay(call.now)}::date, ${amount}::bigint, ${order.orderNo}, ${call.now.toISOString()}::timestamptz
        )
      `,
    );
    if (taken?.state !== "open") throw new Refusal((await whyNot(call, account, amount)) || m.refused_same_moment());
    const accountId = await groupAccountOf(call, { code: taken.code, name: taken.issuer });
    await moveGroupAccount(call, accountId, "sale", { amount, subject: order.orderNo });
    await call.db.execute(sql`
      insert into group_card_charge (account_id, order_id, spend_id, number, amount)
      values (${accountId}, ${order.id}, ${taken.spendId}, ${taken.number}, ${amount})
    `);
  },

  async giveBack(call, { orderId, amount }) {
    const charge = await firstOf<{ id: number; accountId: number; code: string; spendId: number; orderNo: string }>(
      call.db,
      sql`
        select c.id::float8 as id, c.account_id::float8 as "accountId", a.issuer_code as code,
               c.spend_id::float8 as "spendId", o.order_no as "orderNo"
        from group_card_charge c
        join group_card_account a on a.corp_code = c.corp_code and a.id = c.account_id
        ${sql.raw(joinOrder("c"))}
        where c.corp_code = current_setting('app.corp_code') and c.order_id = ${orderId}
        for update of c
      `,
    );
    if (!charge) throw new Error(`order ${orderId} took nothing of a card of the group`);
    const { id, accountId, code, spendId, orderNo } = charge;
    const slip = slipNo(call);
    const given = await firstOf<{ problem: string }>(
      call.db,
      sql`
        select give_back_to_group_card(
          ${code}, ${spendId}::bigint, ${amount}::bigint, ${slip}, ${call.now.toISOString()}::timestamptz
        ) as problem
      `,
    );
    if (given?.problem !== "") throw new Refusal(m.refused_same_moment());
    await moveGroupAccount(call, accountId, "saleBack", { amount, subject: orderNo, part: slip });
    await call.db.execute(sql`
      update group_card_charge set back = back + ${amount}
      where corp_code = current_setting('app.corp_code') and id = ${id}
    `);
  },
};
