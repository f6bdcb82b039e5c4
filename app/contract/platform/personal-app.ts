/**
 * Personal apps as an administrator makes them (`/personalApp/addApp`, `/personalApp/addAppMenu`): an application that
 * lives elsewhere, and the menu entries that lead into it, each for the roles that are granted it.
 */
import { z } from "zod";
import { code, dictionary, group, number, reference, text, url } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";

const fun = "addApp";

const status = dictionary("enableStatus", {
  label: m.status,
  required: true,
  default: "T",
  list: true,
  filter: "equals",
  form: false,
});

export const personalApplication = resource("platform", "personalApplication", {
  title: m.one_app,
  listTitle: m.system_apps,
  path: "/personalApp/addApp",
  fun,
  whenEmpty: m.empty_personal_application,
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: code({ label: m.code, required: true, createOnly: true, list: true, filter: "contains" }),
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains" }),
    icon: text({ label: m.system_menu_icon, max: 200 }),
    url: url({ label: m.system_app_url, help: m.system_app_url_help, required: true, list: true }),
    parameters: group(
      {
        name: code({ label: m.system_app_parameter, required: true }),
        value: text({ label: m.system_value, max: 200 }),
      },
      { label: m.system_app_parameters, help: m.system_app_parameters_help, max: 20 },
    ),
    status,
  },
});

export const personalMenu = resource("platform", "personalMenu", {
  title: m.one_app_menu,
  listTitle: m.system_app_menus,
  path: "/personalApp/addAppMenu",
  fun,
  nameField: "menuName",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    applicationId: reference("personalApplication", {
      label: m.system_app,
      required: true,
      list: true,
      filter: "equals",
    }),
    menuCode: code({
      label: m.system_app_menu_code,
      help: m.system_app_menu_code_help,
      required: true,
      unique: true,
      createOnly: true,
      list: true,
      filter: "contains",
    }),
    menuName: text({ label: m.name, required: true, max: 40, list: true, filter: "contains" }),
    path: text({ label: m.system_app_path, help: m.system_app_path_help, max: 200, list: true }),
    isShowScene: dictionary("yesNo", { label: m.system_app_scene, required: true, default: "F", list: true }),
    sort: number({ label: m.system_sort, required: true, max: 9999, default: 0, list: true }),
    roles: group(
      { roleId: reference("role", { label: m.admin_role, required: true }) },
      { label: m.system_app_roles, help: m.system_app_roles_help, min: 1, max: 50 },
    ),
    status,
  },
});

/** Where a personal app's page leads, for who is granted it. */
export const personalAppPage = method("platform", "personalAppPage", {
  payload: z.object({ menuCode: z.string().max(60) }),
  answer: z.object({ name: z.string(), url: z.string() }),
  access: "signedIn",
});
