/** Tables of how tills are paid. */
import { paySetting as declared } from "~/contract/order/pay-setting";
import { linesTable } from "../../../kernel/lines-table";
import { resourceTable } from "../../../kernel/resource-table";

export const paySetting = resourceTable(declared, "pay_setting");
export const paySettingType = linesTable("pay_setting_type", declared.fields.types, paySetting);
