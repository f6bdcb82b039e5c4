/** What administrators set: roles and the rest that hangs under Organisation and System. */
import type { Served } from "../../kernel/served";
import { departmentServed } from "./department";
import { dictionaryServed } from "./dictionary";
import { dutyConflictServed } from "./duty-conflict";
import { employeeServed } from "./employee";
import { employeeAccountServed } from "./employee-account";
import { logsServed } from "./logs";
import { menuServed } from "./menu";
import { onlineServed } from "./online";
import { operatorServed } from "./operator";
import { parameterSettingsServed } from "./parameter-settings";
import { personalAppServed } from "./personal-app";
import { roleServed } from "./role";

export const administrationServed: Served[] = [
  ...roleServed,
  ...parameterSettingsServed,
  ...logsServed,
  ...dictionaryServed,
  ...operatorServed,
  ...departmentServed,
  ...employeeServed,
  employeeAccountServed,
  ...onlineServed,
  ...dutyConflictServed,
  ...menuServed,
  ...personalAppServed,
];
