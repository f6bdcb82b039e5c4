/** The role that is granted all there is, but for what the administrator keeps. */
import { buttons, functionTree } from "~/contract/function-tree";
import type { ButtonCode, FunctionCode } from "~/contract/menu-entry";
import type { SeedRole } from "../../manifest";

const granted = functionTree
  .filter(({ reserved }) => !reserved)
  .flatMap(({ entries }) => entries.filter(({ built, code }) => built && code !== ""));

export const managerRole: SeedRole = {
  code: "manager",
  name: "经理",
  grants: granted.map(({ code }) => [
    code as FunctionCode,
    (buttons.get(code) ?? []).map((button) => button.code as ButtonCode),
  ]),
};
