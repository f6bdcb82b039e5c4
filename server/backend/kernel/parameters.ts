/** Values of system parameters. */
import { type SQL, sql } from "drizzle-orm";
import { type ParameterCode, parameterDefaults } from "~/contract/parameters";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

/** The value of a parameter of the caller's corp, or its default. Runs as the tenant. */
export async function parameterOf(tx: Transaction, paramCode: ParameterCode): Promise<string> {
  const text = "select param_option from sys_param where param_code = $1";
  const [row] = await prepared<{ param_option: string }>(tx, text, [paramCode]);
  return row?.param_option ?? parameterDefaults[paramCode];
}

/** As {@link parameterOf}, for a statement of others. */
export function parameterValue(paramCode: ParameterCode): SQL {
  const kept = sql`select param_option from sys_param where param_code = ${paramCode}`;
  return sql`coalesce((${kept}), ${parameterDefaults[paramCode]}::text)`;
}

/** As {@link parameterOf} for a corp by its code. Runs as the owner. */
export async function parameterOfCorp(tx: Transaction, corpCode: string, paramCode: ParameterCode): Promise<string> {
  const text = "select param_option from sys_param where corp_code = $1 and param_code = $2";
  const [row] = await prepared<{ param_option: string }>(tx, text, [corpCode, paramCode]);
  return row?.param_option ?? parameterDefaults[paramCode];
}
