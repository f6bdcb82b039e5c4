/** Tables of agencies' money: accounts with their ledger, receipts by their bank references, and what orders were charged. */
import { sql } from "drizzle-orm";
import { date, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agencyLedger as declared } from "~/contract/travel/account";
import { agencyReceipt as receipt } from "~/contract/travel/receipt";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { resourceTable } from "../../kernel/resource-table";

export const agencyAccount = pgTable("agency_account", {
  ...identified(),
  agencyId: bigintColumn("agency_id").notNull(),
  prepaid: bigintColumn("prepaid").notNull().default(0),
  /** Of its credit, what is not paid yet. */
  used: bigintColumn("used").notNull().default(0),
  deposit: bigintColumn("deposit").notNull().default(0),
  movedAt: moment("moved_at"),
});
export const agencyLedger = ledgerTable("agency_ledger", declared, agencyAccount);

/**
 * What an account was ever sold on credit, and of that what before three moments, the latest first: the ages of what is owed
 * (`sold-by-age.ts`). The database keeps it with the ledger (migration 0484); a task of the night moves the moments on.
 */
export const agencySold = pgTable(
  "agency_sold",
  {
    corpCode: ownCorp(),
    agencyAccountId: bigintColumn("agency_account_id").notNull(),
    sold: bigintColumn("sold").notNull().default(0),
    fromFirst: moment("from_first"),
    fromSecond: moment("from_second"),
    fromThird: moment("from_third"),
    beforeFirst: bigintColumn("before_first"),
    beforeSecond: bigintColumn("before_second"),
    beforeThird: bigintColumn("before_third"),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.agencyAccountId] }),
    ...checks(
      "sold >= 0",
      "num_nulls(from_first, from_second, from_third, before_first, before_second, before_third) in (0, 6)",
    ),
  ],
);

/** Fen of what may pay statements that have paid none yet, as the column reckons it. */
const openOf = sql`case when kind in ('topUp', 'rebate', 'reward') then amount - allocated else 0 end`;
const stateOf = sql`
  case
    when kind not in ('topUp', 'rebate', 'reward') then 'none'
    when allocated = 0 then 'open'
    when allocated < amount then 'partly'
    else 'allocated'
  end
`;

/**
 * Money that a bank moved: its reference stands once in the corp. Rebates and rewards stand here by their numbers. `payer`: as
 * the slip names it; null where it is the title of the contract. `allocated`: what of it paid statements.
 */
export const agencyReceipt = resourceTable(
  receipt,
  "agency_receipt",
  {
    allocated: bigintColumn("allocated").notNull().default(0),
    open: bigintColumn("open").notNull().generatedAlwaysAs(openOf),
    status: text("status").notNull().generatedAlwaysAs(stateOf),
    accountName: text("account_name").notNull().default(""),
    /** With whom it was booked: an agency that is moved later leaves it there. */
    salesmanId: bigintColumn("salesman_id"),
    regionId: bigintColumn("region_id"),
  },
  ["amount > 0", "allocated <= amount"],
);

/** What an order took of an account, and what of it went back. */
export const agencyCharge = pgTable(
  "agency_charge",
  {
    ...identified(),
    agencyId: bigintColumn("agency_id").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    orderNo: text("order_no").notNull(),
    prepaid: bigintColumn("prepaid").notNull(),
    credit: bigintColumn("credit").notNull(),
    prepaidBack: bigintColumn("prepaid_back").notNull().default(0),
    creditBack: bigintColumn("credit_back").notNull().default(0),
    /** Of what is left of it, what was written off; and what went back of that, for nothing. */
    lost: bigintColumn("lost").notNull().default(0),
    lostBack: bigintColumn("lost_back").notNull().default(0),
    day: date("day", { mode: "string" }).notNull(),
    at: moment("at").notNull(),
  },
  () =>
    checks(
      ...["prepaid_back + credit_back <= prepaid + credit", "prepaid_back + credit_back + lost <= prepaid + credit"],
      ...["lost >= 0", "lost_back >= 0"],
    ),
);

/** One order beyond what the credit bears; used once. */
export const agencyException = pgTable(
  "agency_exception",
  {
    ...identified(),
    agencyId: bigintColumn("agency_id").notNull(),
    /** Fen beyond what may be sold at that moment. */
    amount: bigintColumn("amount").notNull(),
    untilDay: date("until_day", { mode: "string" }).notNull(),
    reason: text("reason").notNull(),
    grantedAt: moment("granted_at").notNull(),
    grantedBy: text("granted_by").notNull(),
    usedOrderNo: text("used_order_no"),
    usedOver: bigintColumn("used_over"),
    usedAt: moment("used_at"),
  },
  () =>
    checks("amount > 0", "num_nulls(used_order_no, used_over, used_at) in (0, 3)", "used_over between 0 and amount"),
);
