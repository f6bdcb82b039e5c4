/** Tables of the stock, from their declarations; and the accounts of both ledgers: one a warehouse and item. */
import { pgTable, text } from "drizzle-orm/pg-core";
import { stockIn as declaredIn, stockWriteOff as declaredOff, stockOut as declaredOut } from "~/contract/stock/bill";
import { stockCount as declaredCount } from "~/contract/stock/count";
import { stockOpening as declaredOpening } from "~/contract/stock/opening";
import { stockRoll as declaredRoll } from "~/contract/stock/roll";
import { stockLedger as declaredLedger, stockValueLedger as declaredValue } from "~/contract/stock/stock-ledger";
import { stockItem as declaredItem, stockStore as declaredStore } from "~/contract/stock/store";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, identified, moment } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const stockStore = resourceTable(declaredStore, "stock_store");
export const stockItem = resourceTable(declaredItem, "stock_item");
export const stockItemTemplate = linesTable("stock_item_template", declaredItem.fields.templates, stockItem);
export const stockItemCardType = linesTable("stock_item_card_type", declaredItem.fields.cardTypes, stockItem);

const own = { makerId: bigintColumn("maker_id").notNull() };
/** What is posted has a number and a moment, and nothing else has. */
const rules = [
  "(status in ('posted', 'received', 'reversed')) = (number is not null)",
  "(number is null) = (posted_at is null)",
];

export const stockIn = resourceTable(declaredIn, "stock_in", own, rules);
export const stockInLine = linesTable("stock_in_line", declaredIn.fields.goods, stockIn);
/** Each row is a line of a receipt. */
export const stockOpening = resourceTable(declaredOpening, "stock_opening", { lineId: bigintColumn("line_id") }, []);

export const stockOut = resourceTable(declaredOut, "stock_out", own, [
  ...rules,
  "(kind = 'transfer') = (to_store_id is not null)",
  "to_store_id <> store_id",
]);
export const stockOutLine = linesTable("stock_out_line", declaredOut.fields.goods, stockOut);
export const stockWriteOff = resourceTable(declaredOff, "stock_write_off", own, rules);
export const stockWriteOffLine = linesTable("stock_write_off_line", declaredOff.fields.goods, stockWriteOff);

export const stockCount = resourceTable(
  declaredCount,
  "stock_count",
  { counterId: bigintColumn("counter_id"), recounterId: bigintColumn("recounter_id") },
  ["(status = 'posted') = (number is not null)", "(number is null) = (posted_at is null)"],
);
export const stockCountLine = linesTable("stock_count_line", declaredCount.fields.goods, stockCount);

/** What the books had of an item when the counting ended, and what it was worth. */
export const stockCountBook = pgTable(
  "stock_count_book",
  {
    ...identified(),
    countId: bigintColumn("stock_count_id").notNull(),
    itemId: bigintColumn("item_id").notNull(),
    quantity: bigintColumn("quantity").notNull(),
    amount: bigintColumn("amount").notNull(),
  },
  () => checks("quantity >= 0", "amount >= 0"),
);

export const stockRoll = resourceTable(
  declaredRoll,
  "stock_roll",
  { firstNo: bigintColumn("first_no").notNull(), shiftId: bigintColumn("shift_id") },
  ["sold + spoiled + missing + handed_back <= quantity", "(status = 'open') = (closed_at is null)"],
);

/** Where the numbers of items are: no two ranges of an item overlap. */
export const stockRange = pgTable(
  "stock_range",
  {
    ...identified(),
    itemId: bigintColumn("item_id").notNull(),
    storeId: bigintColumn("store_id").notNull(),
    rollId: bigintColumn("stock_roll_id"),
    state: text("state").notNull(),
    firstNo: bigintColumn("first_no").notNull(),
    lastNo: bigintColumn("last_no").notNull(),
    movedAt: moment("moved_at").notNull(),
  },
  () =>
    checks(
      "first_no <= last_no",
      "state <> 'seller' or stock_roll_id is not null",
      "state not in ('stock', 'transit', 'issued', 'writtenOff') or stock_roll_id is null",
    ),
);

/** What became of numbers: never changed. */
export const stockSerialLog = pgTable(
  "stock_serial_log",
  {
    ...identified(),
    at: moment("at").notNull(),
    itemId: bigintColumn("item_id").notNull(),
    storeId: bigintColumn("store_id").notNull(),
    kind: text("kind").notNull(),
    firstNo: bigintColumn("first_no").notNull(),
    lastNo: bigintColumn("last_no").notNull(),
    source: text("source").notNull().default(""),
    part: text("part").notNull().default(""),
    note: text("note").notNull().default(""),
    accountId: bigintColumn("account_id").notNull(),
    accountName: text("account_name").notNull(),
  },
  () => checks("first_no <= last_no"),
);

export const stockAccount = pgTable("stock_account", {
  ...identified(),
  storeId: bigintColumn("store_id").notNull(),
  itemId: bigintColumn("item_id").notNull(),
  quantity: bigintColumn("quantity").notNull().default(0),
  transit: bigintColumn("transit").notNull().default(0),
  movedAt: moment("moved_at"),
  /** When staff was last told that it runs out; null once it has been filled up again. */
  warnedAt: moment("warned_at"),
});
export const stockLedger = ledgerTable("stock_ledger", declaredLedger, stockAccount);

/** What the account of the same warehouse and item is worth, in fen. */
export const stockValue = pgTable("stock_value", {
  ...identified(),
  storeId: bigintColumn("store_id").notNull(),
  itemId: bigintColumn("item_id").notNull(),
  amount: bigintColumn("amount").notNull().default(0),
  transit: bigintColumn("transit").notNull().default(0),
  movedAt: moment("moved_at"),
});
export const stockValueLedger = ledgerTable("stock_value_ledger", declaredValue, stockValue);
