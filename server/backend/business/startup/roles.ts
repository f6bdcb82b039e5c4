/** Roles of a usual park. Those of a first start have their rights from the businesses; one that is missing is made with what its maker holds of them. */
import { m } from "~/contract/messages";
import { role, roleRights, roleRightsSave } from "~/contract/platform/role";
import type { StaffRole } from "~/contract/startup/start-up";
import { act, saved } from "../../kernel/act";
import type { Call } from "../../kernel/served";
import type { SeedRole } from "../manifest";
import { roleServed } from "../platform/role";
import { rolesByCode } from "../platform/start-up";

/** Looks at what was taken, decides refunds, meets the statements of payment companies, issues invoices. */
export const rightsOfFinance: readonly string[] = [
  ...["networkOrderList", "offlineOrderList", "reportPayments"],
  ...["refundList", "refundList/refund:decide"],
  ...["paymentStatementList", "paymentStatementList/paymentStatement:reconcile"],
  ...["statementLineList", "statementLineList/statementLine:import"],
  ...["networkOrderOfabnormalRecord", "networkOrderOfabnormalRecord/abnormalRecord:handle"],
  ...["invoiceList", "invoiceList/invoice:request", "invoiceList/invoice:issue"],
];

const rightsOfSeed = ({ grants }: SeedRole): string[] =>
  grants.flatMap(([fun, buttons]) => [fun, ...buttons.map((button) => `${fun}/${button}`)]);

export const nameOfRole = (key: StaffRole): string =>
  ({
    seller: m.startup_role_seller,
    gatekeeper: m.startup_role_gatekeeper,
    finance: m.startup_role_finance,
    manager: m.startup_role_manager,
  })[key]();

/** The id and name of a role, which is made where nobody has made it. */
export async function roleFor(
  call: Call,
  key: StaffRole,
  seeds: readonly SeedRole[],
): Promise<{ id: number; name: string }> {
  const known = (await rolesByCode(call.db, [key])).get(key);
  if (known) return known;
  const name = nameOfRole(key);
  const id = await saved(call, roleServed, role.methods.save, { code: key, name });
  const seeded = seeds.filter(({ code }) => code === key).flatMap(rightsOfSeed);
  const wanted = new Set(key === "finance" ? rightsOfFinance : seeded);
  const { groups, role: made } = await act(call, roleServed, roleRights, { id });
  const rights = groups
    .flatMap(({ functions }) => functions.flatMap(({ buttons, ...fun }) => [fun, ...buttons]))
    .filter(({ right, mine }) => mine && wanted.has(right))
    .map(({ right }) => right);
  await act(call, roleServed, roleRightsSave, { id, rowVersion: made.rowVersion, rights });
  return { id, name };
}
