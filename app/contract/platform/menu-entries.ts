/** Entries of the menu: organisation, system, and what everybody has. */
import { menuEntries, openEntries } from "../menu-entry";
import { m } from "../messages";

export const platformMenu = menuEntries({
  employeeList: {
    group: "organisation",
    place: 10,
    label: m.fun_employee_list,
    url: "/employ/employeeList",
    built: true,
  },
  departmentTree: {
    group: "organisation",
    place: 20,
    label: m.fun_department_tree,
    url: "/employ/departmentTree",
    built: true,
    buttons: { "department:add": m.button_add, "department:edit": m.button_edit, "department:remove": m.button_remove },
  },
  userManage: {
    group: "organisation",
    place: 30,
    label: m.fun_user_manage,
    url: "/corp/userManage",
    built: true,
    buttons: {
      "operator:grant": m.button_operator_grant,
      "operator:reset": m.button_operator_reset,
      "user:unlock": m.button_user_unlock,
    },
  },
  sysRoleList: {
    group: "organisation",
    place: 40,
    label: m.fun_sys_role_list,
    url: "/sysRole/list",
    built: true,
    buttons: {
      "role:grant": m.button_role_grant,
      "role:see": m.button_role_see,
      "listView:share": m.button_list_view_share,
    },
  },
  onlineList: {
    group: "organisation",
    place: 50,
    label: m.fun_online_list,
    url: "/corp/onlineList",
    built: true,
    buttons: { "session:end": m.button_session_end },
  },
  menuManage: {
    group: "system",
    place: 10,
    label: m.fun_menu_manage,
    url: "/application/menuManage",
    built: true,
    headOffice: true,
  },
  sysAccessApplication: {
    group: "system",
    place: 20,
    label: m.fun_sys_access_application,
    url: "/sysAccessApplication",
    built: true,
    buttons: { "accessApp:secret": m.button_access_app_secret },
  },
  addApp: { group: "system", place: 30, label: m.fun_add_app, url: "/personalApp/addApp", built: true },
  paramList: { group: "system", place: 40, label: m.fun_param_list, url: "/system/paramList", built: true },
  brand: {
    group: "system",
    place: 45,
    label: m.fun_brand,
    url: "/system/brand",
    built: true,
    buttons: { "brand:edit": m.button_brand_edit },
  },
  dictList: { group: "system", place: 50, label: m.fun_dict_list, url: "/system/dictList", built: true },
  scheduleTaskList: {
    group: "system",
    place: 100,
    label: m.fun_schedule_task_list,
    url: "/schedule/taskList",
    built: true,
    buttons: { "task:run": m.button_task_run, "task:edit": m.button_task_edit },
  },
  auditList: { group: "system", place: 130, label: m.fun_audit_list, url: "/system/auditList", built: true },
  signInLog: { group: "system", place: 140, label: m.fun_sign_in_log, url: "/system/signInLog", built: true },
  selfAudit: {
    group: "system",
    place: 160,
    label: m.fun_self_audit,
    url: "/system/selfAudit",
    built: true,
    buttons: { "selfAudit:run": m.button_self_audit_run },
  },
  personalData: {
    group: "system",
    place: 165,
    label: m.fun_personal_data,
    url: "/system/personalData",
    built: true,
    buttons: {
      "personalData:erase": m.button_personal_data_erase,
      "personalData:person": m.button_personal_data_person,
    },
  },
  systemHealth: {
    group: "system",
    place: 170,
    label: m.fun_system_health,
    url: "/system/health",
    built: true,
    headOffice: true,
  },
});

/** For every account; they have no code. */
export const platformOpenMenu = openEntries({
  workbench: { group: "workbench", place: 10, label: m.fun_workbench, url: "/index", built: true },
  messages: { group: "workbench", place: 20, label: m.fun_messages, url: "/message", built: true },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    platform: typeof platformMenu;
  }
}
