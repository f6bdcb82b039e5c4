/** Edits a tree by the buttons of the form around it: each posts `tree` with what to do, so it works without scripts. */
import { m } from "~/contract/messages";
import { childrenOf, isLeaf, type TreeNode } from "./tree-commands";

interface Props {
  label: string;
  nodes: readonly TreeNode[];
  /** Levels that may be made. */
  most?: number;
}

export function TreeEditor({ label, nodes, most = 7 }: Props) {
  return (
    <fieldset className="tree-editor plain">
      <legend className="label">{label}</legend>
      <Branch nodes={nodes} parentId={0} level={1} most={most} />
      <AddNode parentId={0} label={m.files_tree_add_root()} />
    </fieldset>
  );
}

interface BranchProps {
  nodes: readonly TreeNode[];
  parentId: number;
  level: number;
  most: number;
}

function Branch({ nodes, parentId, level, most }: BranchProps) {
  const children = childrenOf(nodes, parentId);
  if (children.length === 0) return null;
  return (
    <ul>
      {children.map((node, index) => (
        <li key={node.id}>
          <details className="tree-node">
            <summary>{node.name}</summary>
            <div className="tree-tools">
              <input
                className="input"
                name={`name:${node.id}`}
                defaultValue={node.name}
                maxLength={60}
                aria-label={m.files_tree_name_of({ name: node.name })}
              />
              <Command verb="rename" id={node.id} label={m.files_tree_rename()} />
              {index > 0 && <Command verb="up" id={node.id} label={m.files_tree_up()} />}
              {index < children.length - 1 && <Command verb="down" id={node.id} label={m.files_tree_down()} />}
              <details>
                <summary>{m.files_remove()}</summary>
                {isLeaf(nodes, node.id)
                  ? m.files_remove_ask({ name: node.name })
                  : m.files_tree_remove_all({ name: node.name })}{" "}
                <Command verb="remove" id={node.id} label={m.files_remove()} />
              </details>
              {level < most && <AddNode parentId={node.id} label={m.files_tree_add({ name: node.name })} />}
            </div>
          </details>
          <Branch nodes={nodes} parentId={node.id} level={level + 1} most={most} />
        </li>
      ))}
    </ul>
  );
}

function AddNode({ parentId, label }: { parentId: number; label: string }) {
  return (
    <span className="tree-tools">
      <input className="input" name={`new:${parentId}`} maxLength={60} aria-label={label} placeholder={label} />
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
