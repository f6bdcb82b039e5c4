/** Edits a tree by the buttons of the form around it: each posts `tree` with what to do, so it works without scripts. */
import { m } from "~/contract/messages";
import { below, childrenOf, inOrder, isLeaf, type TreeNode } from "./tree-commands";

interface Props {
  label: string;
  nodes: readonly TreeNode[];
  /** Levels that may be made. */
  most?: number;
  /** Nodes may be put below another. */
  movable?: boolean;
  /** Only what has nothing below it may go. */
  leavesOnly?: boolean;
  /** What may be done; all of it unless told otherwise. */
  may?: { add: boolean; edit: boolean; remove: boolean };
  /** Stands after a node's name, by its id. */
  notes?: Readonly<Record<number, string>>;
  /** The node that is open. */
  open?: number | undefined;
  /** What was typed under names that were refused: it stays. */
  typed?: Readonly<Record<string, string>>;
}

/** What the tools of a node need to know. */
export type Given = Required<Omit<Props, "label" | "open">> & { open: number | undefined };
const all = { add: true, edit: true, remove: true };

export function TreeEditor({
  label,
  nodes,
  most = 7,
  movable = false,
  leavesOnly = false,
  may = all,
  notes = {},
  open,
  typed = {},
}: Props) {
  const given: Given = { nodes, most, movable, leavesOnly, may, notes, open, typed };
  return (
    <fieldset className="tree-editor plain">
      <legend className="label">{label}</legend>
      <Branch given={given} parentId={0} level={1} />
      {may.add && <AddNode parentId={0} label={m.files_tree_add_root()} typed={typed} />}
    </fieldset>
  );
}

interface BranchProps {
  given: Given;
  parentId: number;
  level: number;
}

function Branch({ given, parentId, level }: BranchProps) {
  const { nodes, may, notes, open } = given;
  const children = childrenOf(nodes, parentId);
  if (children.length === 0) return null;
  const closed = !may.add && !may.edit && !may.remove;
  return (
    <ul>
      {children.map((node, index) => (
        <li key={node.id}>
          {closed ? (
            <NodeName node={node} note={notes[node.id]} />
          ) : (
            <details className="tree-node" open={node.id === open}>
              <summary>
                <NodeName node={node} note={notes[node.id]} />
              </summary>
              <NodeTools
                given={given}
                node={node}
                first={index === 0}
                last={index === children.length - 1}
                level={level}
              />
            </details>
          )}
          <Branch given={given} parentId={node.id} level={level + 1} />
        </li>
      ))}
    </ul>
  );
}

function NodeName({ node, note }: { node: TreeNode; note: string | undefined }) {
  return (
    <>
      {node.name} {note && <small className="dim">{note}</small>}
    </>
  );
}

interface ToolsProps {
  given: Given;
  node: TreeNode;
  first: boolean;
  last: boolean;
  level: number;
}

/** The fields and buttons of one node, for a form around them. */
export function NodeTools({
  given: { nodes, most, movable, leavesOnly, may, typed },
  node,
  first,
  last,
  level,
}: ToolsProps) {
  return (
    <div className="tree-tools">
      {may.edit && (
        <>
          <input
            className="input"
            name={`name:${node.id}`}
            defaultValue={typed[`name:${node.id}`] ?? node.name}
            maxLength={60}
            aria-label={m.files_tree_name_of({ name: node.name })}
          />
          <Command verb="rename" id={node.id} label={m.files_tree_rename()} />
          {!first && <Command verb="up" id={node.id} label={m.files_tree_up()} />}
          {!last && <Command verb="down" id={node.id} label={m.files_tree_down()} />}
          {movable && <MoveNode nodes={nodes} node={node} chosen={typed[`parent:${node.id}`]} />}
        </>
      )}
      {may.remove && (!leavesOnly || isLeaf(nodes, node.id)) && (
        <details>
          <summary>{m.files_remove()}</summary>
          {isLeaf(nodes, node.id)
            ? m.files_remove_ask({ name: node.name })
            : m.files_tree_remove_all({ name: node.name })}{" "}
          <Command verb="remove" id={node.id} label={m.files_remove()} />
        </details>
      )}
      {may.add && level < most && (
        <AddNode parentId={node.id} label={m.files_tree_add({ name: node.name })} typed={typed} />
      )}
    </div>
  );
}

/** Below any node that is not below itself. */
function MoveNode({ nodes, node, chosen }: { nodes: readonly TreeNode[]; node: TreeNode; chosen: string | undefined }) {
  const under = below(nodes, node.id);
  return (
    <span className="tree-tools">
      <select
        className="input"
        name={`parent:${node.id}`}
        defaultValue={chosen ?? node.parentId}
        aria-label={m.files_tree_parent_of({ name: node.name })}
      >
        <option value={0}>{m.files_tree_top()}</option>
        {inOrder(nodes).map(({ id, name, level }) => (
          <option key={id} value={id} disabled={under.has(id)}>
            {"\u3000".repeat(level)}
            {name}
          </option>
        ))}
      </select>
      <Command verb="move" id={node.id} label={m.files_tree_move()} />
    </span>
  );
}

/** A new node below another; 0 is the parent of the roots. */
export function AddNode({ parentId, label, typed }: { parentId: number; label: string; typed: Given["typed"] }) {
  return (
    <span className="tree-tools">
      <input
        className="input"
        name={`new:${parentId}`}
        defaultValue={typed[`new:${parentId}`]}
        maxLength={60}
        aria-label={label}
        placeholder={label}
      />
      <Command verb="add" id={parentId} label={m.files_tree_add_button()} />
    </span>
  );
}

function Command({ verb, id, label }: { verb: string; id: number; label: string }) {
  return (
    <button className="link-button" name="tree" value={`${verb}:${id}`} formNoValidate>
      {label}
    </button>
  );
}
