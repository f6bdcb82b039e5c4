import type { Served } from "../kernel/served";
import { accessAppServed } from "./access-app";
import { administrationServed } from "./administration";
import { authCodeServed } from "./auth-code";
import { functionServed } from "./function";
import { parameterServed } from "./parameter";
import { sessionServed } from "./session";

export const served: Served[] = [
  ...administrationServed,
  ...sessionServed,
  ...functionServed,
  ...authCodeServed,
  ...accessAppServed,
  ...parameterServed,
];
export { dictionariesOf, parameterOf } from "./parameter";
