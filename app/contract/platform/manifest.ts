/** Sign-in, organisation, rights, system, background work: what every business stands on. */
import type { ContractManifest } from "../manifest";
import { m } from "../messages";
import * as accessApps from "./access-app";
import * as approvals from "./approval";
import * as authCodes from "./auth-code";
import * as brand from "./brand";
import * as captcha from "./captcha";
import * as checkCode from "./check-code";
import * as departments from "./department";
import { platformDictionaries } from "./dictionaries";
import { dictItem, dictType } from "./dictionary";
import { dutyConflict } from "./duty-conflict";
import { employee } from "./employee";
import * as employeeAccounts from "./employee-account";
import * as exportPlan from "./export-plan";
import * as finding from "./find";
import * as functions from "./function";
import * as health from "./health";
import * as host from "./host";
import * as jobs from "./job";
import { job } from "./job-list";
import * as listMemory from "./list-memory";
import * as lock from "./lock";
import * as logs from "./logs";
import * as menus from "./menu";
import { platformMenu, platformOpenMenu } from "./menu-entries";
import * as messages from "./message";
import { online } from "./online";
import * as operators from "./operator";
import * as ownSession from "./own-session";
import * as parameters from "./parameter";
import * as parameterSettings from "./parameter-settings";
import { platformParameters } from "./parameters";
import * as personalApps from "./personal-app";
import * as personal from "./personal-data";
import * as personalPerson from "./personal-person";
import * as recordNotes from "./record-note";
import * as reset from "./reset";
import * as roles from "./role";
import * as schedules from "./schedule";
import * as secondFactor from "./second-factor";
import * as selfAudits from "./self-audit";
import * as session from "./session";
import * as shell from "./shell";
import * as signInProof from "./sign-in-proof";
import * as storedFiles from "./stored-file";
import * as together from "./together";
import * as workbench from "./workbench";
import { corpApplication, quickLinkEntry } from "./workbench-resources";

export const platform: ContractManifest = {
  resources: [
    roles.role,
    operators.operator,
    employee,
    dictItem,
    dictType,
    personalApps.personalMenu,
    personalApps.personalApplication,
    parameterSettings.systemParameter,
    menus.menu,
    logs.audit,
    logs.signIn,
    job,
    schedules.schedule,
    online,
    dutyConflict,
    selfAudits.selfAudit,
    corpApplication,
    quickLinkEntry,
    accessApps.accessApp,
  ],
  methods: [
    roles,
    operators,
    departments,
    employeeAccounts,
    parameterSettings,
    logs,
    menus,
    personalApps,
    personal,
    personalPerson,
    session,
    captcha,
    authCodes,
    accessApps,
    checkCode,
    signInProof,
    lock,
    ownSession,
    secondFactor,
    storedFiles,
    functions,
    finding,
    parameters,
    brand,
    listMemory,
    shell,
    jobs,
    schedules,
    selfAudits,
    messages,
    approvals,
    exportPlan,
    health,
    host,
    recordNotes,
    reset,
    together,
    workbench,
  ],
  menu: platformMenu,
  openMenu: platformOpenMenu,
  dictionaries: platformDictionaries,
  parameters: platformParameters,
  things: {
    account: { title: m.system_thing_account },
    department: { title: m.admin_department },
    brand: { title: m.fun_brand },
    job: { title: m.system_thing_job },
    personalData: { title: m.fun_personal_data },
    selfAudit: { title: m.audit_title },
    jobSchedule: { title: m.system_thing_schedule },
  },
};
