/** Tables of sales pages. */
import { salesPage as declared } from "~/contract/ticket/sales-page";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const salesPage = resourceTable(declared, "sales_page");
export const salesPageItem = linesTable("sales_page_item", declared.fields.items, salesPage);
