/** The tree of a role's rights as the page shows it, and what its form posts. */
import { m } from "~/contract/messages";
import { type RightView, type RoleRights, right } from "~/contract/platform/role";
import { isMoney } from "./role-sentences.server";

export function rightsView({ role, groups }: RoleRights, grants: boolean) {
  const leaf = ({ right, name, granted, mine }: RightView) => ({
    right,
    name,
    granted,
    open: grants && mine,
    money: isMoney(right),
  });
  const view = groups.map(({ id, name, functions }) => ({
    id,
    name,
    some: grants && functions.some((fun) => fun.mine || fun.buttons.some((button) => button.mine)),
    functions: functions.map((fun) => ({ ...leaf(fun), buttons: fun.buttons.map(leaf) })),
  }));
  const closed = groups.some(({ functions }) =>
    functions.some((fun) => !fun.mine || fun.buttons.some(({ mine }) => !mine)),
  );
  return {
    title: m.admin_rights_title({ name: role.name }),
    code: role.code,
    rowVersion: role.rowVersion,
    holders: `/sysRole/list/${role.id}/holders`,
    grants,
    note: grants && closed ? m.admin_rights_closed() : "",
    groups: view,
  };
}

/** What is no right is left out: the boxes post nothing else. */
export function readRights(form: FormData): { intent: string; rights: string[]; rowVersion: number } {
  const rights = form.getAll("right").flatMap((value) => right.safeParse(value).data ?? []);
  const version = String(form.get("rowVersion") ?? "");
  return {
    intent: String(form.get("intent") ?? ""),
    rights: [...new Set(rights)],
    rowVersion: /^\d{1,9}$/.test(version) ? Number(version) : 0,
  };
}

/** The rights ticked once a branch is ticked (`all:<id>`) or cleared (`none:<id>`) as far as the caller may. */
export function branchTicked(groups: RoleRights["groups"], ticked: readonly string[], intent: string): string[] {
  const [what, id] = intent.split(":");
  const leaves = groups.flatMap((group) =>
    group.functions.flatMap((fun) => [fun, ...fun.buttons].map((one) => ({ ...one, branch: String(group.id) }))),
  );
  const given = new Set(ticked);
  return leaves
    .filter(({ right, granted, mine, branch }) => {
      if (!mine) return granted;
      if (branch !== id) return given.has(right);
      return what === "all";
    })
    .map(({ right }) => right);
}
