/** Tables of print templates. */
import { printTemplate as declared } from "~/contract/ticket/print-template";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const printTemplate = resourceTable(declared, "print_template");
export const printTemplateElement = linesTable("print_template_element", declared.fields.elements, printTemplate);
