/** Tables of the fields that corps add, from their declaration. */
import { ownField as declared } from "~/contract/own/own-field";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const ownField = resourceTable(declared, "own_field");
export const ownFieldChoice = linesTable("own_field_choice", declared.fields.choices, ownField);
