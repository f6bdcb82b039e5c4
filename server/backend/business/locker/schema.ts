/** Tables of lockers, from their declarations; and the uses, which are the accounts of the deposits. */
import { pgTable, text } from "drizzle-orm/pg-core";
import { lockerBox as box } from "~/contract/locker/box";
import { lockerGroup as group } from "~/contract/locker/group";
import { lockerLedger as declared } from "~/contract/locker/locker-ledger";
import { bigintColumn } from "../../kernel/bigint-column";
import { identified, moment } from "../../kernel/columns";
import { ledgerTable } from "../../kernel/ledger-table";
import { resourceTable } from "../../kernel/resource-table";

export const lockerGroup = resourceTable(group, "locker_group");

/** One that is made without a deposit gets that of its group (`box.ts`). */
export const lockerBox = resourceTable(
  box,
  "locker_box",
  {
    deposit: bigintColumn("deposit").notNull(),
    useId: bigintColumn("use_id"),
  },
  [
    "(status = 'occupied') = (num_nulls(mobile, occupied_at, due_at, use_id) = 0)",
    "status = 'occupied' or held = 0 and num_nonnulls(mobile, occupied_at, due_at, use_id) = 0",
  ],
);

export const lockerUse = pgTable("locker_use", {
  ...identified(),
  boxId: bigintColumn("box_id").notNull(),
  paymentType: text("payment_type").notNull(),
  held: bigintColumn("held").notNull().default(0),
  kept: bigintColumn("kept").notNull().default(0),
  movedAt: moment("moved_at"),
});

export const lockerLedger = ledgerTable("locker_ledger", declared, lockerUse);
