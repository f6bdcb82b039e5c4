/** The function tree as head office edits it (`/application/menuManage`), with every field of specification 3. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { id, requiredText, webAddress, wholeNumber } from "../validators";

/** Groups within groups, and functions in them. */
export const menuLevels = 3;

/** "": a screen of the console; 2: an embedded page; 9: a screen again, under the function's id; _blank: a report's frame. */
export const openTypes = ["", "2", "9", "_blank"] as const;

const localAddress = z.union([
  z.literal(""),
  z
    .string()
    .max(200, { error: () => m.v_too_long({ n: 200 }) })
    .regex(/^\/(?![/\\])[^\s\\<>"'`]*$/, { error: () => m.system_menu_url_wrong() }),
]);
const outerAddress = z.union([z.literal(""), webAddress]);
const icon = z.string().regex(/^[\w-]{0,30}$/, { error: () => m.v_code() });

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
  description: z.union([localAddress, webAddress]),
  useFlag: z.enum(["T", "F"], { error: () => m.v_option() }),
});
export type MenuFields = z.output<typeof menuFields>;

export const menuNode = menuFields.extend({
  id,
  /** As they are kept: what is in the tree already was not typed here. */
  funUrl: z.string(),
  funCode: z.string(),
  icon: z.string(),
  iconActive: z.string(),
  openType: z.string(),
  outerChain: z.string(),
  cloudFunUrl: z.string(),
  description: z.string(),
  funName: z.string(),
  funNameEn: z.string(),
  level: z.number(),
  enabled: z.boolean(),
  /** Why it cannot be switched on; empty: it can. */
  problem: z.string(),
  /** Made here, not by the product: address and code are its maker's to change, and it may go. */
  own: z.boolean(),
  rowVersion: z.number(),
});
export type MenuNode = z.output<typeof menuNode>;

const done = z.object({ id });
const fun = "menuManage";

/** The whole tree, flat, parents before children, in order. */
export const menuTree = method("platform", "menuTree", {
  payload: z.object({}),
  answer: z.array(menuNode),
  access: { fun },
});

/** Creates without `id`, else changes. Of the product's own functions address and code stay. */
export const menuSave = method("platform", "menuSave", {
  payload: menuFields.extend({ id: id.optional(), rowVersion: wholeNumber(0).optional() }),
  answer: done,
  access: { fun, button: "menu:edit", newButton: "menu:add" },
  writes: true,
});

/** One place up or down among its siblings; at the end of them it stays. */
export const menuMove = method("platform", "menuMove", {
  payload: z.object({ id, to: z.enum(["up", "down"]) }),
  answer: done,
  access: { fun, button: "menu:edit" },
  writes: true,
});

/** On or off for everybody, at their next request. */
export const menuSwitch = method("platform", "menuSwitch", {
  payload: z.object({ id, on: z.boolean() }),
  answer: done,
  access: { fun, button: "menu:switch" },
  writes: true,
});

export const menuRemove = method("platform", "menuRemove", {
  payload: z.object({ id }),
  answer: done,
  access: { fun, button: "menu:remove" },
  writes: true,
});
