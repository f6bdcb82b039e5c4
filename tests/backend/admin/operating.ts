/** Operators to try things on, and people who manage them. */
import md5 from "md5";
import { operator } from "~/contract/platform/operator";
import { role } from "~/contract/platform/role";
import { login } from "~/contract/platform/session";
import { park } from "~/contract/ticket/park";
import type { TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";

const buttons = ["operator:add", "operator:edit", "operator:remove", "operator:suspend", "operator:grant"];
const manage = ["userManage", ...[...buttons, "operator:reset", "user:unlock"].map((button) => `userManage/${button}`)];

export const accountName = () => fresh("op").replaceAll("-", "");
/** The form of the wire that tells a password's strength. */
export const wire = (accName: string, password: string) => Buffer.from(accName + password).toString("base64");

export function operating(get: () => TestBackend) {
  return {
    /** Someone with every right over operators, and these beside. */
    clerk: (grants: string[] = []) => get().createUser({ grants: [...manage, ...grants] }),

    async make(more: Record<string, unknown> = {}, as = get().admin) {
      const accName = accountName();
      const reply = await get().call(operator.methods.save, { accName, name: "赵敏", ...more } as never, { as });
      return { ...reply, accName, id: reply.data?.id };
    },

    async makeRole(grants: string[]): Promise<number> {
      const { data } = await get().call(role.methods.save, { code: fresh("role"), name: "临时" } as never);
      for (const grant of grants) {
        const [fun, button = ""] = grant.split("/");
        await get().sql("insert into role_grant values ('0001', $1, $2, $3)", [data.id, fun, button]);
      }
      return data.id;
    },

    async makePark(): Promise<number> {
      const name = fresh("园");
      return (await get().call(park.methods.save, { code: fresh("P"), name } as never)).data.id;
    },

    async statusOf(id: number) {
      const [row] = await get().sql<{ status: string }>("select status from account where id = $1", [id]);
      return row?.status;
    },

    async rolesOf(id: number): Promise<number[]> {
      const text = "select role_id from account_role where account_id = $1 order by 1";
      return (await get().sql<{ role_id: number }>(text, [id])).map((row) => Number(row.role_id));
    },

    signIn: (accName: string, password: string) => get().call(login, { accName, password: md5(password) }, { as: "" }),
  };
}
