/** Tables of stored-value cards, from their declarations; the ways that money came, and what was bought with cards. */
import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { smartCard as declaredCard } from "~/contract/stored/card";
import { cardShare as declaredShare } from "~/contract/stored/card-share";
import {
  groupCardAccount as declaredAccount,
  groupCardLedger as declaredGroupLedger,
} from "~/contract/stored/group-account";
import { storedLedger as declaredLedger, storedMoney as declaredMoney } from "~/contract/stored/ledgers";
import { smartCardLog as declaredLog } from "~/contract/stored/log";
import { storedOffline as declaredOffline } from "~/contract/stored/offline";
import { storedRule as declaredRule } from "~/contract/stored/rule";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment, ownCorp } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

/** A card is the account of its balances. */
export const storedCard = resourceTable(
  declaredCard,
  "stored_card",
  {
    principal: bigintColumn("principal").notNull().default(0),
    gift: bigintColumn("gift").notNull().default(0),
    deposit: bigintColumn("deposit").notNull().default(0),
    movedAt: moment("moved_at"),
    /** The one that its person holds of its type: two of them are refused by an index. */
    sole: boolean("sole").notNull().default(false),
    /** What staff was told of last: the last day and how near, or the loss. */
    remindedFor: text("reminded_for").notNull().default(""),
    /** Kept by the database: what tills without a line fetch again goes by it. Balances do not move it. */
    changedAt: moment("changed_at").notNull().defaultNow(),
    numberKey: text("number_key").notNull().generatedAlwaysAs(sql`lower(number)`),
  },
  [
    "status <> 'stock' or num_nonnulls(sold_at, valid_to, holder_name, identity, mobile) = 0",
    "num_nulls(identity, document) in (0, 2)",
    "status in ('stock', 'spoiled') or sold_at is not null",
    "status <> 'replaced' or principal + gift + deposit = 0",
  ],
);
export const storedLedger = ledgerTable("stored_ledger", declaredLedger, storedCard);

export const storedCardLog = resourceTable(declaredLog, "stored_card_log", {
  accountId: bigintColumn("account_id").notNull(),
});

/** What was handed over for a card by one way, less what went back by it. */
export const storedWay = pgTable("stored_way", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  paymentType: text("payment_type").notNull(),
  paid: bigintColumn("paid").notNull().default(0),
  movedAt: moment("moved_at"),
});
export const storedMoney = ledgerTable("stored_money", declaredMoney, storedWay);

/** What an order took of a card, and what of it went back. */
export const storedSpend = pgTable(
  "stored_spend",
  {
    ...identified(),
    cardId: bigintColumn("card_id").notNull(),
    /** Null where it was spent in another corp of the group: its share, and the number of the order there, say where. */
    orderId: bigintColumn("order_id"),
    cardShareId: bigintColumn("card_share_id"),
    shareOrderNo: text("share_order_no"),
    principal: bigintColumn("principal").notNull(),
    gift: bigintColumn("gift").notNull(),
    principalBack: bigintColumn("principal_back").notNull().default(0),
    giftBack: bigintColumn("gift_back").notNull().default(0),
    /** Let off as the free part of its day, where the card paid a whole order of others; and what of it counts no more. */
    free: bigintColumn("free").notNull().default(0),
    freeBack: bigintColumn("free_back").notNull().default(0),
    day: date("day").notNull(),
    at: moment("at").notNull(),
  },
  () =>
    checks(
      ...["principal_back between 0 and principal", "gift_back between 0 and gift", "free_back between 0 and free"],
      ...["num_nonnulls(order_id, card_share_id) = 1", "(card_share_id is null) = (share_order_no is null)"],
    ),
);

/** What was put onto a card at once, and what of it went back. A replacement takes it over. */
export const storedTopUp = pgTable(
  "stored_top_up",
  {
    ...identified(),
    cardId: bigintColumn("card_id").notNull(),
    slipNo: text("slip_no").notNull(),
    paymentType: text("payment_type").notNull(),
    amount: bigintColumn("amount").notNull(),
    returned: bigintColumn("returned").notNull().default(0),
    /** The tier by which it brought its gift; null where it reached none. */
    tierFrom: bigintColumn("tier_from"),
    at: moment("at").notNull(),
  },
  () => checks("amount > 0", "returned between 0 and amount", "tier_from >= 0"),
);

/** The pieces of lines that cards sell: fees, and purchases at the counter for cards. */
export const storedCharge = pgTable("stored_charge", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  orderId: bigintColumn("order_id").notNull(),
  lineId: bigintColumn("line_id").notNull(),
  kind: text("kind").notNull(),
  amount: bigintColumn("amount").notNull(),
  /** Let off as the free part of its day. */
  free: bigintColumn("free").notNull().default(0),
  day: date("day").notNull(),
  state: text("state").notNull().default("paid"),
});

/** Links by which cards are looked at on phones; of one card one that is good. */
export const storedWallet = pgTable("stored_wallet", {
  ...identified(),
  cardId: bigintColumn("card_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  issuedAt: moment("issued_at").notNull(),
  issuedBy: text("issued_by").notNull(),
  revokedAt: moment("revoked_at"),
  lastStep: bigintColumn("last_step").notNull().default(0),
});

/** Cards that one company got at once, and what was paid for each. */
export const storedList = pgTable(
  "stored_list",
  {
    ...identified(),
    listNo: text("list_no").notNull(),
    cardTypeId: bigintColumn("card_type_id").notNull(),
    company: text("company").notNull(),
    /** "": nothing was paid. */
    paymentType: text("payment_type").notNull(),
    /** Null: there were no fees. */
    orderId: bigintColumn("order_id"),
    at: moment("at").notNull(),
    accountName: text("account_name").notNull(),
  },
  (t) => [unique().on(t.corpCode, t.listNo)],
);
export const storedListCard = pgTable(
  "stored_list_card",
  {
    corpCode: ownCorp(),
    listId: bigintColumn("list_id").notNull(),
    cardId: bigintColumn("card_id").notNull(),
    place: integer("place").notNull(),
    fees: bigintColumn("fees").notNull(),
    deposit: bigintColumn("deposit").notNull(),
    principal: bigintColumn("principal").notNull(),
    gift: bigintColumn("gift").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.corpCode, t.listId, t.place] }),
    unique().on(t.corpCode, t.cardId),
    ...checks("place > 0", "fees >= 0", "deposit >= 0", "principal >= 0", "gift >= 0"),
  ],
);

export const storedRule = resourceTable(declaredRule, "stored_rule");
export const storedRulePlace = linesTable("stored_rule_place", declaredRule.fields.places, storedRule);

export const storedOffline = resourceTable(declaredOffline, "stored_offline");

/** What the other corp took stands with the cards, by share. */
export const cardShare = resourceTable(declaredShare, "card_share", { today: null, total: null }, [
  ...["daily_limit > 0", "from_day <= until_day", "(status = 'ended') = (reason is not null)"],
]);

/** Another corp of the group, whose cards were taken here. */
export const groupCardAccount = resourceTable(declaredAccount, "group_card_account", {
  issuer: text("issuer").notNull(),
  issuerCode: text("issuer_code").notNull(),
  taken: bigintColumn("taken").notNull().default(0),
  settled: bigintColumn("settled").notNull().default(0),
  owed: null,
  movedAt: moment("moved_at"),
});
export const groupCardLedger = ledgerTable("group_card_ledger", declaredGroupLedger, groupCardAccount);

/** What an order took of a card of another corp; `spendId`: the row of that corp. */
export const groupCardCharge = pgTable(
  "group_card_charge",
  {
    ...identified(),
    accountId: bigintColumn("account_id").notNull(),
    orderId: bigintColumn("order_id").notNull(),
    spendId: bigintColumn("spend_id").notNull(),
    number: text("number").notNull(),
    amount: bigintColumn("amount").notNull(),
    back: bigintColumn("back").notNull().default(0),
  },
  () => checks("amount > 0", "back between 0 and amount"),
);
