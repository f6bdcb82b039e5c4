/** Tables of agreed quantities. */
import { agreedQuantity as declared } from "~/contract/travel/agreed-quantity";
import { bigintColumn } from "../../kernel/bigint-column";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const agreedQuantity = resourceTable(
  declared,
  "agreed_quantity",
  { unpaidChargeId: bigintColumn("unpaid_charge_id") },
  [
    "from_day <= to_day",
    "(status = 'booked') = (amount is not null)",
    "(amount is null) = (tickets is null)",
    "taken_back >= 0 and taken_back <= amount",
  ],
);
export const agreedTier = linesTable("agreed_quantity_tier", declared.fields.tiers, agreedQuantity);
