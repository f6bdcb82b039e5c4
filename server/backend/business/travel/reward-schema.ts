/** Tables of the rewards of guides. */
import { pgTable } from "drizzle-orm/pg-core";
import {
  guidePayee as declaredPayee,
  guideReward as declaredReward,
  rewardRule as declaredRule,
} from "~/contract/travel/reward";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";
import { resourceTable } from "../../kernel/resource-table";

export const rewardRule = resourceTable(declaredRule, "reward_rule", {}, [
  "from_day <= to_day",
  "(way = 'perVisitor') = (each is not null)",
  "(way = 'percent') = (percent is not null)",
]);
export const guidePayee = resourceTable(declaredPayee, "guide_payee");
export const guideReward = resourceTable(
  declaredReward,
  "guide_reward",
  { makerId: bigintColumn("maker_id").notNull() },
  [String.raw`month ~ '^\d{4}-\d{2}$'`, "clawed between 0 and amount", "withheld <= amount"],
);

/** What each ticket earned: once, whoever reckons. */
export const guideRewardTicket = pgTable(
  "guide_reward_ticket",
  {
    ...identified(),
    rewardId: bigintColumn("reward_id").notNull(),
    ticketId: bigintColumn("ticket_id").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    amount: bigintColumn("amount").notNull(),
    clawedAt: moment("clawed_at"),
  },
  () => checks("amount > 0"),
);
