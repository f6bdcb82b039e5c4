/** What the function tree must be, whatever is done to it: pure rules over its rows. */
import { functionViews } from "~/contract/function-views";
import { m } from "~/contract/messages";
import { microFrontendOf } from "~/contract/paths";
import { type MenuFields, menuLevels } from "~/contract/platform/menu";

export interface FunRow {
  id: number;
  parentId: number;
  parentIds: string;
  funName: string;
  funNameEn: string;
  funUrl: string;
  funCode: string;
  funIco: string;
  openType: string;
  outerChain: string;
  cloudFunUrl: string;
  description: string;
  useFlag: string;
  sort: number;
  enabled: boolean;
  built: boolean;
  own: boolean;
  rowVersion: number;
}

/** The function of the screen that edits the tree: without it nobody could undo what they did. */
export const keptCode = "menuManage";

export function childrenOf(rows: readonly FunRow[], parentId: number): FunRow[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .sort((one, other) => one.sort - other.sort || one.id - other.id);
}

/** The row and all below it. */
export function below(rows: readonly FunRow[], id: number): Set<number> {
  const found = new Set([id]);
  for (const known of found) for (const row of rows) if (row.parentId === known) found.add(row.id);
  return found;
}

/** How deep what hangs below a row goes: 0 for a leaf. */
export function depthOf(rows: readonly FunRow[], id: number): number {
  return Math.max(0, ...childrenOf(rows, id).map((child) => 1 + depthOf(rows, child.id)));
}

/** Parents before children, in the menu's order, with their level. */
export function inOrder(rows: readonly FunRow[], parentId = 0, level = 1): { row: FunRow; level: number }[] {
  return childrenOf(rows, parentId).flatMap((row) => [{ row, level }, ...inOrder(rows, row.id, level + 1)]);
}

/** Ids from the root down to a parent, as `parentIds` keeps them. */
export function pathTo(rows: readonly FunRow[], parentId: number): number[] {
  if (parentId === 0) return [0];
  const parent = rows.find(({ id }) => id === parentId);
  return parent ? [...pathTo(rows, parent.parentId), parentId] : [0];
}

type Shown = Pick<MenuFields, "funUrl" | "funCode" | "outerChain" | "cloudFunUrl"> & { openType: string };

/** Why an entry would lead nowhere; "" where it leads somewhere. */
export function deadEnd(fun: Shown, { own, built }: Pick<FunRow, "own" | "built">): string {
  if (fun.funUrl === "") return "";
  if (fun.openType === "_blank" || fun.openType === "2") {
    return fun.outerChain || fun.cloudFunUrl ? "" : m.system_menu_no_address();
  }
  if (!own) return built ? "" : m.system_menu_not_built();
  if (microFrontendOf(fun.funUrl) || Object.hasOwn(functionViews, fun.funCode)) return "";
  return m.system_menu_no_screen();
}

/** What is wrong with an entry as it would be, by field; none: it may stand there. */
export function wrongFields(rows: readonly FunRow[], id: number | null, fields: MenuFields): Record<string, string[]> {
  const { parentId, funUrl, funCode, openType } = fields;
  const others = rows.filter((row) => row.id !== id);
  const parent = rows.find((row) => row.id === parentId);
  const wrong: Record<string, string[]> = {};
  if (parentId !== 0 && parent?.funUrl !== "") wrong.parentId = [m.system_menu_parent_wrong()];
  else if (id !== null && below(rows, id).has(parentId)) wrong.parentId = [m.system_menu_cycle()];
  else if (pathTo(rows, parentId).length + (id === null ? 0 : depthOf(rows, id)) > menuLevels)
    wrong.parentId = [m.system_menu_too_deep({ n: menuLevels })];
  else if (parentId === 0 && funUrl !== "") wrong.parentId = [m.system_menu_group_needed()];
  if (funUrl === "" && funCode !== "") wrong.funUrl = [m.v_required()];
  if (funUrl !== "" && id !== null && rows.some((row) => row.parentId === id))
    wrong.funUrl = [m.system_menu_has_children()];
  if (funUrl !== "" && others.some((row) => row.funUrl.toLowerCase() === funUrl.toLowerCase()))
    wrong.funUrl = [m.forms_taken({ value: funUrl })];
  if (funUrl !== "" && funCode === "" && openType !== "2") wrong.funCode = [m.v_required()];
  // Open type 9 shows one screen under several functions.
  const sameCode = others.filter((row) => row.funCode.toLowerCase() === funCode.toLowerCase());
  if (funCode !== "" && openType !== "9" && sameCode.some((row) => row.openType !== "9"))
    wrong.funCode = [m.ops_code_taken({ code: funCode })];
  return wrong;
}
