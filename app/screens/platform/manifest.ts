/** Screens of rights, organisation, system and background work. */

import { resetPath } from "../../contract/paths";
import { accessApp } from "../../contract/platform/access-app";
import { brandGet } from "../../contract/platform/brand";
import { departmentTree } from "../../contract/platform/department";
import { systemHealth } from "../../contract/platform/health";
import { menuTree } from "../../contract/platform/menu";
import { firstPasswordsPath, operator, operatorsWithoutPassword } from "../../contract/platform/operator";
import { personalData } from "../../contract/platform/personal-data";
import { personalPerson } from "../../contract/platform/personal-person";
import { resetState } from "../../contract/platform/reset";
import { role, roleHolders, roleRights } from "../../contract/platform/role";
import { selfAuditRules } from "../../contract/platform/self-audit";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { employeeRow, scheduleRow } from "./row-blocks";

export const platform: ScreenManifest = {
  lists: {
    role: "screens/admin/role-list.tsx",
    operator: "screens/admin/operator-list.tsx",
    accessApp: "screens/platform/access-app-list.tsx",
    personalApplication: "screens/system/app-list.tsx",
    personalMenu: "screens/system/app-menu-list.tsx",
    dictType: "screens/system/dict-type-list.tsx",
    dictItem: "screens/system/dict-item-list.tsx",
    parameter: "screens/system/parameter-list.tsx",
    menu: "screens/system/menu-list.tsx",
    audit: "screens/system/audit-list.tsx",
    signIn: "screens/system/sign-in-list.tsx",
    job: "screens/platform/task-log.tsx",
    schedule: "screens/platform/task-list.tsx",
  },
  forms: {
    operator: "screens/admin/operator-form.tsx",
    dictItem: "screens/system/dict-item-form.tsx",
    parameter: "screens/system/parameter-form.tsx",
    menu: "screens/system/menu-form.tsx",
    personalMenu: "screens/system/app-menu-form.tsx",
  },
  rows: { schedule: scheduleRow, employee: employeeRow },
  details: {
    schedule: rowPage,
    employee: rowPage,
    role: "screens/admin/role-page.tsx",
    audit: "screens/system/audit-entry.tsx",
    dictItem: "screens/system/dict-item-detail.tsx",
    parameter: "screens/system/parameter-detail.tsx",
  },
  pages: [
    page("/sysRole/rolePermissionSet", "admin/role-rights.tsx", roleRights),
    page("/sysRole/list/:id/copy", "admin/role-copy.tsx", role.methods.get),
    page("/sysRole/list/:id/holders", "admin/role-holders.tsx", roleHolders),
    page("/sysRole/list/:id/see", "admin/role-see.tsx", role.methods.get),
    page("/sysRole/list/:id/compare", "admin/role-compare.tsx", roleRights),
    page("/application/menuManage/tree", "system/menu-tree.tsx", menuTree),
    page("/system/brand", "system/brand.tsx", brandGet),
    page(resetPath, "system/reset.tsx", resetState),
    page("/system/personalData", "system/personal-data.tsx", personalData),
    page("/system/personalData/person", "system/personal-person.tsx", personalPerson),
    page("/system/selfAudit/rules", "system/self-audit-rules.tsx", selfAuditRules),
    page("/system/health", "system/health.tsx", systemHealth),
    page(firstPasswordsPath, "admin/first-passwords.tsx", operatorsWithoutPassword),
    page("/corp/userManage/:id/password", "admin/operator-password.tsx", operator.methods.get),
    page("/employ/departmentTree", "admin/department-tree.tsx", departmentTree),
    page("/sysAccessApplication/:id/secret", "platform/access-app-secret.tsx", accessApp.methods.get),
  ],
};
