/** A tree as rows (specification 3 "Tree node"), and what an editor does to it; pure, so that forms and scripts agree. */

export interface TreeNode {
  id: number;
  parentId: number;
  name: string;
  sort: number;
}

export type TreeCommand =
  | { do: "add"; parentId: number; name: string }
  | { do: "rename"; id: number; name: string }
  | { do: "move"; id: number; parentId: number }
  | { do: "up" | "down" | "remove"; id: number };

/** Children in order; 0 is the parent of the roots. */
export function childrenOf(nodes: readonly TreeNode[], parentId: number): TreeNode[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .sort((one, other) => one.sort - other.sort || one.id - other.id);
}

/** All nodes as they stand one below the other, with their levels. */
export function inOrder(nodes: readonly TreeNode[], parentId = 0, level = 0): (TreeNode & { level: number })[] {
  return childrenOf(nodes, parentId).flatMap((node) => [{ ...node, level }, ...inOrder(nodes, node.id, level + 1)]);
}

export function isLeaf(nodes: readonly TreeNode[], id: number): boolean {
  return !nodes.some(({ parentId }) => parentId === id);
}

/** A field `tree` of a form, as the editor's buttons post it: `up:7`, `remove:7`, `rename:7`, `add:7`, `move:7`; names under `name:7`, where to under `parent:7`. */
export function readCommand(intent: string, nameOf: (key: string) => string): TreeCommand | null {
  const match = /^(add|rename|move|up|down|remove):(\d{1,15})$/.exec(intent);
  if (!match) return null;
  const [, verb, digits = ""] = match;
  const id = Number(digits);
  if (verb === "up" || verb === "down" || verb === "remove") return { do: verb, id };
  if (verb === "move") {
    const parent = nameOf(`parent:${id}`);
    return /^\d{1,15}$/.test(parent) ? { do: "move", id, parentId: Number(parent) } : null;
  }
  const name = nameOf(verb === "add" ? `new:${id}` : `name:${id}`)
    .trim()
    .slice(0, 60);
  if (name === "") return null;
  return verb === "add" ? { do: "add", parentId: id, name } : { do: "rename", id, name };
}

/** The tree afterwards; the same one where the command makes no sense. A removed node takes what is below it along. */
export function applyCommand(nodes: readonly TreeNode[], command: TreeCommand): readonly TreeNode[] {
  if (command.do === "add") return added(nodes, command.parentId, command.name);
  const node = nodes.find(({ id }) => id === command.id);
  if (!node) return nodes;
  if (command.do === "rename") return nodes.map((one) => (one === node ? { ...one, name: command.name } : one));
  if (command.do === "move") return placed(nodes, node, command.parentId);
  if (command.do === "remove") {
    const gone = below(nodes, node.id);
    return nodes.filter(({ id }) => !gone.has(id));
  }
  return moved(nodes, node, command.do === "up" ? -1 : 1);
}

function added(nodes: readonly TreeNode[], parentId: number, name: string): readonly TreeNode[] {
  if (parentId !== 0 && !nodes.some(({ id }) => id === parentId)) return nodes;
  const id = Math.max(0, ...nodes.map((node) => node.id)) + 1;
  const sort = Math.max(0, ...childrenOf(nodes, parentId).map((node) => node.sort)) + 1;
  return [...nodes, { id, parentId, name, sort }];
}

/** Last below another node, unless that would close a ring. */
function placed(nodes: readonly TreeNode[], node: TreeNode, parentId: number): readonly TreeNode[] {
  const isThere = parentId === 0 || nodes.some(({ id }) => id === parentId);
  if (!isThere || parentId === node.parentId || below(nodes, node.id).has(parentId)) return nodes;
  const sort = Math.max(0, ...childrenOf(nodes, parentId).map((one) => one.sort)) + 1;
  return nodes.map((one) => (one === node ? { ...one, parentId, sort } : one));
}

function moved(nodes: readonly TreeNode[], node: TreeNode, by: number): readonly TreeNode[] {
  const siblings = childrenOf(nodes, node.parentId);
  const from = siblings.indexOf(node);
  const to = from + by;
  if (to < 0 || to >= siblings.length) return nodes;
  siblings.splice(to, 0, ...siblings.splice(from, 1));
  const sorts = new Map(siblings.map(({ id }, index) => [id, index + 1]));
  return nodes.map((one) => ({ ...one, sort: sorts.get(one.id) ?? one.sort }));
}

/** A node and all that hangs under it. */
export function below(nodes: readonly TreeNode[], id: number): Set<number> {
  const found = new Set([id]);
  for (const known of found) for (const node of nodes) if (node.parentId === known) found.add(node.id);
  return found;
}
