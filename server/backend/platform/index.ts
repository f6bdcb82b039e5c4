import type { Served } from "../kernel/served";
import { accessAppServed } from "./access-app";
import { administrationServed } from "./administration";
import { authCodeServed } from "./auth-code";
import { functionServed } from "./function";
import { parameterServed } from "./parameter";
import { sessionServed } from "./session";
import { shellServed } from "./shell";

export const served: Served[] = [
  ...administrationServed,
  ...sessionServed,
  ...functionServed,
  ...authCodeServed,
  ...accessAppServed,
  ...parameterServed,
  ...shellServed,
];
export { dictionariesOf, parameterOf } from "./parameter";
