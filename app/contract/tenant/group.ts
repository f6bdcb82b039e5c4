/** Groups of tenants: which corps belong together, and which of them leads and reads over all. Rows of head office. */
import { dictionary, lines, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { resource } from "../resource";

export const corpGroup = resource("platform", "corpGroup", {
  title: m.corp_group,
  listTitle: m.fun_corp_group_list,
  path: "/tenantManage/groupList",
  fun: "corpGroupList",
  // It makes one company read others.
  freshProof: true,
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({ label: m.corp_group_code, required: true, max: 20, list: true, filter: "contains", unique: true }),
    name: text({ label: m.name, required: true, max: 80, list: true, filter: "contains", unique: true }),
    leaderId: reference("tenant", {
      ...{ label: m.corp_group_leader, help: m.corp_group_leader_help, required: true, remote: true },
      ...{ list: true, filter: "equals" },
    }),
    members: lines(
      { tenantId: reference("tenant", { label: m.tenant, required: true, remote: true }) },
      {
        ...{ label: m.corp_group_members, help: m.corp_group_members_help, key: ["tenantId"], min: 1, max: 200 },
        rules: [leaderIsMember],
      },
    ),
    remark: text({ label: m.remark, max: 200, list: true, cellEdit: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

/** Who leads reads what the members take, its own takings among them. */
function leaderIsMember(members: readonly Line[], { leaderId }: Readonly<Record<string, unknown>>): LineProblem[] {
  if (leaderId === undefined || leaderId === null || leaderId === "") return [];
  const isThere = members.some(({ tenantId }) => String(tenantId) === String(leaderId));
  return isThere ? [] : [{ message: m.corp_group_leader_missing() }];
}
