import type { Served } from "../../kernel/served";
import "./hanging";
import { accessSecretServed } from "./access-app";
import { administrationServed } from "./administration";
import { authCodeServed } from "./auth-code";
import { brandServed } from "./brand";
import { captchaServed } from "./captcha";
import { checkCodeServed } from "./check-code";
import { factorServed } from "./factor/served";
import { functionServed } from "./function";
import { listMemoryServed } from "./list-memory";
import { lockServed } from "./lock";
import { messageServed } from "./message";
import { ownSessionServed } from "./own-session";
import { parameterServed } from "./parameter";
import { sessionServed } from "./session";
import { shellServed } from "./shell";
import { signInServed } from "./sign-in";
import { signInProofServed } from "./sign-in-proof";
import { workbenchServed } from "./workbench";
import { workbenchResources } from "./workbench-resources";

export const served: Served[] = [
  ...administrationServed,
  ...sessionServed,
  ...captchaServed,
  ...signInProofServed,
  ...checkCodeServed,
  ...factorServed,
  ...lockServed,
  ...ownSessionServed,
  ...functionServed,
  ...authCodeServed,
  ...accessSecretServed,
  ...signInServed,
  ...parameterServed,
  ...brandServed,
  ...listMemoryServed,
  ...shellServed,
  ...messageServed,
  ...workbenchServed,
  ...workbenchResources,
];
export { boundParks, keepChosenPark } from "./open-session";
