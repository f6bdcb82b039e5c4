import type { Served } from "../kernel/served";
import { accessAppServed } from "./access-app";
import { administrationServed } from "./administration";
import { authCodeServed } from "./auth-code";
import { captchaServed } from "./captcha";
import { functionServed } from "./function";
import { listMemoryServed } from "./list-memory";
import { parameterServed } from "./parameter";
import { sessionServed } from "./session";
import { shellServed } from "./shell";
import { signInServed } from "./sign-in";

export const served: Served[] = [
  ...administrationServed,
  ...sessionServed,
  ...functionServed,
  ...authCodeServed,
  ...accessAppServed,
  ...signInServed,
  ...captchaServed,
  ...parameterServed,
  ...listMemoryServed,
  ...shellServed,
];
export { dictionariesOf, parameterOf } from "./parameter";
