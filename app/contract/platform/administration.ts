/** What administrators set: resources and methods, for the registry. */
import * as departments from "./department";
import { dictItem, dictType } from "./dictionary";
import * as employees from "./employee";
import * as logs from "./logs";
import * as menus from "./menu";
import * as online from "./online";
import * as operators from "./operator";
import * as parameterSettings from "./parameter-settings";
import { personalApplication, personalAppPage, personalMenu } from "./personal-app";
import * as roles from "./role";

export const administrationResources = [
  roles.role,
  operators.operator,
  employees.employee,
  // Before the one whose path they lie below.
  dictItem,
  dictType,
  // The second of one function is where it leads.
  personalMenu,
  personalApplication,
  parameterSettings.systemParameter,
  menus.menu,
  logs.audit,
  logs.signIn,
];
export const administrationMethods = [
  roles,
  operators,
  departments,
  online,
  parameterSettings,
  logs,
  menus,
  { personalAppPage },
];
