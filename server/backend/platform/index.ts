import type { Served } from "../kernel/served";
import { functionServed } from "./function";
import { parameterServed } from "./parameter";
import { sessionServed } from "./session";

export const served: Served[] = [...sessionServed, ...functionServed, ...parameterServed];
export { dictionariesOf, parameterOf } from "./parameter";
