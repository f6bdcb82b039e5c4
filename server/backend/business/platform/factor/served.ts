import type { Served } from "../../../kernel/served";
import { enrolServed } from "./enrol";
import { proveServed } from "./prove";
import { factorStepServed } from "./sign-in-step";

export const factorServed: Served[] = [...factorStepServed, ...enrolServed, ...proveServed];
