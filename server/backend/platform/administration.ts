/** What administrators set: roles and the rest that hangs under Organisation and System. */
import type { Served } from "../kernel/served";
import { roleServed } from "./role";

export const administrationServed: Served[] = [...roleServed];
