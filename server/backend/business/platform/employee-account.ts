/** The operator's account of an employee: what it is, who may make or disable it, and giving a new one to its employee. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { employee } from "~/contract/platform/employee";
import { employeeAccount } from "~/contract/platform/employee-account";
import { operator } from "~/contract/platform/operator";
import { currentZone } from "../../kernel/business-time";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";

interface Found {
  state: string;
  accountId: number | null;
  accName: string;
  status: "T" | "F";
  roles: string;
  seen: string;
}

export const employeeAccountServed = serve(employeeAccount, async (call, { id }) => {
  const comma = call.locale === "en" ? ", " : "、";
  const found = await firstOf<Found>(
    call.db,
    sql`
      select e.state, a.id as "accountId", a.acc_name as "accName", a.status,
             coalesce((
               select string_agg(r.name, ${comma} order by r.id)
               from account_role ar
               join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
               where ar.corp_code = a.corp_code and ar.account_id = a.id
             ), '') as roles,
             coalesce(to_char(a.last_signed_in_at at time zone ${currentZone()}, 'YYYY-MM-DD HH24:MI'), '') as seen
      from employee e
      left join account a on a.corp_code = e.corp_code and a.id = e.account_id
      where e.id = ${id}
    `,
  );
  if (!found) throw new NotFound();
  const { state, accountId, accName, status, roles, seen } = found;
  const { suspend, resume } = operator.commands;
  return {
    account: accountId === null ? null : { id: Number(accountId), accName, status, roles, seen },
    makes:
      accountId === null &&
      state !== "left" &&
      (await call.may(operator.buttons.add)) &&
      (await call.may(employee.buttons.edit)),
    switches: accountId !== null && (await call.may(status === "T" ? suspend.button : resume.button)),
  };
});

/** Both are of one transaction: an account that cannot be given to its employee is not made. */
export async function giveToEmployee(call: Call, employeeId: number, accountId: number): Promise<void> {
  if (!(await call.may(employee.buttons.edit))) throw new Refusal(m.org_no_link_right());
  const given = await firstOf<{ name: string }>(
    call.db,
    sql`
      update employee
      set account_id = ${accountId}, row_version = row_version + 1, updated_at = ${call.now.toISOString()}
      where id = ${employeeId}
        and account_id is null
        and state <> 'left'
      returning name
    `,
  );
  if (!given) throw new Refusal(m.org_not_linked());
  call.audit({
    thing: "employee",
    thingId: employeeId,
    label: given.name,
    before: { accountId: null },
    after: { accountId },
  });
}
