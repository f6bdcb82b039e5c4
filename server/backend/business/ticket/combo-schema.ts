/** Tables of tickets that are made of others. */
import { combo as declared } from "~/contract/ticket/combo";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const combo = resourceTable(declared, "combo");
export const comboPart = linesTable("combo_part", declared.fields.parts, combo);
