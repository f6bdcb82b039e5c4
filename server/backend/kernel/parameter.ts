/** What a corp has set a parameter to. */
import { otherParameters, publicParameters } from "~/contract/platform/parameter";
import type { Transaction } from "../db/database";
import { prepared } from "./prepared";

const defaults: Record<string, string> = { ...publicParameters, ...otherParameters };

/** The value of a parameter of the caller's corp, or its default. Runs as the tenant. */
export async function parameterOf(tx: Transaction, paramCode: string): Promise<string> {
  const text = "select param_option from sys_param where param_code = $1";
  const [row] = await prepared<{ param_option: string }>(tx, text, [paramCode]);
  return row?.param_option ?? defaults[paramCode] ?? "";
}
