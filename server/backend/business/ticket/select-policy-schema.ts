/** Tables of select-point policies. */
import { selectPolicy as declared } from "~/contract/ticket/select-policy";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const selectPolicy = resourceTable(declared, "select_policy");
export const selectPolicyPoint = linesTable("select_policy_point", declared.fields.points, selectPolicy);
