/** The function tree as head office edits it (`/application/menuManage`), with every field of specification 3. */
import { z } from "zod";
import { command, switching } from "../command";
import { boolean, dictionary, number, text, tree, url } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { isShownFile } from "../shown-file";
import { id, requiredText, webAddress, wholeNumber } from "../validators";

/** Groups within groups, and functions in them. */
export const menuLevels = 3;

/** "": a screen of the console; 2: an embedded page; 9: a screen again, under the function's id; _blank: a report's frame. */
export const openTypes = ["", "2", "9", "_blank"] as const;
/** Stands for "" where a value must be chosen. */
export const openView = "view";

const localAddress = z.union([
  z.literal(""),
  z
    .string()
    .max(200, { error: () => m.v_too_long({ n: 200 }) })
    .regex(/^\/(?![/\\])[^\s\\<>"'`\p{Cc}]*$/u, { error: () => m.system_menu_url_wrong() }),
]);
const outerAddress = z.union([z.literal(""), webAddress]);
const icon = z.string().regex(/^[\w-]{0,30}$/, { error: () => m.v_code() });

/** What an entry must be by itself; its place in the tree has rules of its own (the backend's menu-rules.ts). */
export const menuFields = z.object({
  /** 0: a group of the menu itself. */
  parentId: wholeNumber(0),
  /** May be a list in JSON: the title without query parameters, and the one with them (specification 2.2). */
  funName: requiredText(120),
  funNameEn: requiredText(120),
  /** Empty: a group. */
  funUrl: localAddress,
  funCode: z.string().regex(/^[A-Za-z0-9-]{0,60}$/, { error: () => m.v_code() }),
  icon,
  iconActive: icon,
  openType: z.enum(openTypes, { error: () => m.v_option() }),
  outerChain: outerAddress,
  cloudFunUrl: outerAddress,
  /** Of its picture. */
  description: z.union([z.literal(""), z.string().refine(isShownFile, { error: () => m.system_menu_picture_wrong() })]),
  useFlag: z.enum(["T", "F"], { error: () => m.v_option() }),
});
export type MenuFields = z.output<typeof menuFields>;

const fun = "menuManage";
/** One place among its siblings; at their end it stays. Never several: they would change places with one another. */
const moving = { button: "edit", did: m.flash_saved } as const;

const { methods, ...declared } = resource("platform", "menu", {
  title: m.one_menu,
  listTitle: m.system_menus,
  path: "/application/menuManage",
  fun,
  buttonLabels: { edit: m.button_menu_edit, suspend: m.button_menu_suspend },
  nameField: "title",
  status: "status",
  builtIn: "ofProduct",
  commands: {
    ...switching,
    up: command({ ...moving, label: m.files_tree_up }),
    down: command({ ...moving, label: m.files_tree_down }),
  },
  defaultSort: { field: "place", order: "asc" },
  fields: {
    title: text({
      label: m.system_menu,
      required: true,
      max: 400,
      localised: true,
      form: false,
      list: true,
      filter: "contains",
      sort: true,
      logged: false,
    }),
    groupId: tree("menu", { label: m.system_menu_parent, filter: "equals" }),
    funName: text({ label: m.name, help: m.system_menu_name_help, required: true, max: 120 }),
    funNameEn: text({ label: m.system_name_en, required: true, max: 120 }),
    funUrl: text({
      label: m.system_menu_url,
      help: m.system_menu_url_help,
      max: 200,
      unique: true,
      list: true,
      filter: "contains",
      sort: true,
    }),
    funCode: text({
      label: m.system_menu_code,
      help: m.system_menu_code_help,
      unique: true,
      list: true,
      filter: "contains",
      sort: true,
    }),
    openWay: dictionary("openWay", {
      label: m.system_menu_open_type,
      required: true,
      default: openView,
      list: true,
      filter: "anyOf",
    }),
    outerChain: url({ label: m.system_menu_outer, help: m.system_menu_outer_help }),
    cloudFunUrl: url({ label: m.system_menu_cloud, help: m.system_menu_frames_help }),
    icon: text({ label: m.system_menu_icon, help: m.system_menu_icon_help, max: 30 }),
    iconActive: text({ label: m.system_menu_icon_active, max: 30 }),
    description: text({ label: m.system_menu_description, help: m.system_menu_description_help, max: 500 }),
    useFlag: dictionary("yesNo", { label: m.system_menu_use_flag, required: true, default: "F" }),
    ofProduct: boolean({ label: m.system_menu_of_product_label, list: true, filter: "equals", form: false }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
    /** Among all, as the menu has them. */
    place: number({ label: m.system_sort, required: true, form: false, logged: false, detail: false }),
  },
});

/** No cell of the list is changed in its place: every change is weighed against the whole tree. */
const { saveCells: _, ...ofEngine } = methods;
export const menu = { ...declared, methods: ofEngine };

export const menuNode = z.object({
  id,
  parentId: z.number(),
  funName: z.string(),
  funNameEn: z.string(),
  funUrl: z.string(),
  funCode: z.string(),
  level: z.number(),
  enabled: z.boolean(),
  /** Why it cannot be switched on; empty: it can. */
  problem: z.string(),
  /** Made here, not by the product: address and code are its maker's to change, and it may go. */
  own: z.boolean(),
});
export type MenuNode = z.output<typeof menuNode>;

/** The whole tree, flat, parents before children, in order. */
export const menuTree = method("platform", "menuTree", {
  payload: z.object({}),
  answer: z.array(menuNode),
  access: { fun },
});
