/** Tables of groups of tenants. */
import { corpGroup as declared } from "~/contract/tenant/group";
import { linesTable } from "../../../kernel/lines-table";
import { resourceTable } from "../../../kernel/resource-table";

export const corpGroup = resourceTable(declared, "corp_group");
export const corpGroupMember = linesTable("corp_group_member", declared.fields.members, corpGroup);
