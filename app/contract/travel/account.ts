/** The money of agencies: what they paid ahead, what they owe, the deposit that is kept of them, and every movement. */
import { z } from "zod";
import { reference } from "../field-kinds";
import { ledger } from "../ledger";
import { m } from "../messages";
import { method } from "../method";
import { day, fenInAll, id } from "../validators";

/** An agency is one account. The deposit is a figure of its own: nothing is sold on it. */
export const agencyLedger = ledger("manage", "agencyLedger", {
  title: m.account_ledger,
  path: "/travel/ledger",
  fun: "agencyLedger",
  unit: "fen",
  figures: { prepaid: m.account_prepaid, used: m.account_used, deposit: m.account_deposit },
  hiddenAtFirst: ["deposit"],
  kindsName: ["旅行社账户变动", "Movement of an agency's account"],
  kinds: {
    topUp: { label: m.account_move_top_up, moves: { prepaid: 1 } },
    repay: { label: m.account_move_repay, moves: { used: -1 } },
    withdraw: { label: m.account_move_withdraw, moves: { prepaid: -1 } },
    sale: { label: m.account_move_sale, moves: { prepaid: -1 }, page: "/offlineOrderDetail?orderNo={source}" },
    saleCredit: { label: m.account_move_credit, moves: { used: 1 }, page: "/offlineOrderDetail?orderNo={source}" },
    saleBack: { label: m.account_move_back, moves: { prepaid: 1 }, page: "/offlineOrderDetail?orderNo={source}" },
    saleCreditBack: {
      ...{ label: m.account_move_credit_back, moves: { used: -1 } },
      page: "/offlineOrderDetail?orderNo={source}",
    },
    rebate: {
      label: m.agreed_move_rebate,
      moves: { prepaid: 1 },
      page: "/travelInfo/travelAgreedTicketNumDetail?code={source}",
    },
    rebateOwed: {
      ...{ label: m.agreed_move_rebate_owed, moves: { used: -1 } },
      page: "/travelInfo/travelAgreedTicketNumDetail?code={source}",
    },
    rebateBack: {
      label: m.agreed_move_rebate_back,
      moves: { prepaid: -1 },
      page: "/travelInfo/travelAgreedTicketNumDetail?code={source}",
    },
    rebateBackOwed: {
      ...{ label: m.agreed_move_rebate_back_owed, moves: { used: 1 } },
      page: "/travelInfo/travelAgreedTicketNumDetail?code={source}",
    },
    reward: { label: m.reward_move, moves: { prepaid: 1 }, page: "/travelInfo/guideRewards?code={source}" },
    rewardOwed: { label: m.reward_move_owed, moves: { used: -1 }, page: "/travelInfo/guideRewards?code={source}" },
    rewardBack: { label: m.reward_move_back, moves: { prepaid: -1 }, page: "/travelInfo/guideRewards?code={source}" },
    rewardBackOwed: {
      ...{ label: m.reward_move_back_owed, moves: { used: 1 } },
      page: "/travelInfo/guideRewards?code={source}",
    },
    writtenOff: {
      ...{ label: m.account_move_written_off, moves: { used: -1 } },
      page: "/travel/statementList?code={source}",
    },
    deposit: { label: m.account_move_deposit, moves: { deposit: 1 } },
    depositBack: { label: m.account_move_deposit_back, moves: { deposit: -1 } },
  },
  accounts: {
    agencyId: reference("agency", { label: m.travel_agency, list: true, filter: "equals", remote: true }),
  },
});

/** How an account stands. Fen; `underWay`: refunds that wait for a second person; `free`: what may be sold on it now. */
export const accountStanding = z.object({
  prepaid: fenInAll,
  limit: fenInAll,
  used: fenInAll,
  underWay: fenInAll,
  free: fenInAll,
  deposit: fenInAll,
});
export type AccountStanding = z.output<typeof accountStanding>;

const owing = {
  standing: accountStanding,
  /** What is owed by its age in days: to 30, 60, 90, and older. */
  ages: z.array(fenInAll),
  /** Day of the oldest sale that is not paid; "" where nothing is owed. */
  oldest: z.string(),
  /** Why nothing is sold on account now; "" when it is. */
  whyNot: z.string(),
};

/** How one agency's account stands, without its movements: what its page says first. */
export const agencyStanding = method("manage", "agencyStanding", {
  payload: z.object({ id }),
  answer: z.object({ settlement: z.string(), ...owing }),
  access: { fun: "agencyLedger" },
});

const balances = { prepaid: z.number(), used: z.number(), deposit: z.number() };

/** One agency's account, and its movements between two days with the balances before and after. */
export const agencyAccount = method("manage", "agencyAccount", {
  payload: z.object({ id, from: day.optional(), to: day.optional() }),
  answer: z.object({
    name: z.string(),
    code: z.string(),
    settlement: z.string(),
    state: z.string(),
    ...owing,
    from: z.string(),
    to: z.string(),
    opening: z.object(balances),
    closing: z.object(balances),
    rows: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        source: z.string(),
        /** Address of what brought it about; "" where there is no page of it. */
        to: z.string(),
        by: z.string(),
        change: z.number(),
        ...balances,
      }),
    ),
    more: z.boolean(),
    /** Single orders that were allowed beyond the credit, the newest first; `open`: not used yet, and may be today. */
    exceptions: z.array(
      z.object({
        amount: fenInAll,
        until: z.string(),
        reason: z.string(),
        by: z.string(),
        order: z.string(),
        usedAt: z.string(),
        open: z.boolean(),
      }),
    ),
  }),
  access: { fun: "agencyLedger" },
});
