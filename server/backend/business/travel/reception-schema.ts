/** Tables of reception tickets. */
import { receptionQuota as declaredQuota, receptionRequest as declaredRequest } from "~/contract/travel/reception";
import { bigintColumn } from "../../kernel/bigint-column";
import { resourceTable } from "../../kernel/resource-table";

export const receptionRequest = resourceTable(
  declaredRequest,
  "reception_request",
  { makerId: bigintColumn("maker_id").notNull() },
  ["(status = 'issued') = (order_no is not null)", "(order_no is null) = (face_value is null)"],
);
export const receptionQuota = resourceTable(declaredQuota, "reception_quota", {}, ["used <= tickets"]);
