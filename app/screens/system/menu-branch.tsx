/** A branch of the function tree: each entry with its state and what can be done with it. */

import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";

export interface MenuEntryView {
  id: number;
  name: string;
  group: boolean;
  url: string;
  code: string;
  own: boolean;
  state: "T" | "F";
  label: string;
  /** Why it cannot be switched on. */
  problem: string;
  first: boolean;
  last: boolean;
  entries: MenuEntryView[];
}

interface Props {
  entries: readonly MenuEntryView[];
  may: { add: boolean; edit: boolean; switch: boolean; remove: boolean };
}

const path = "/application/menuManage";

export function MenuBranch({ entries, may }: Props) {
  return (
    <ul className="menu-tree">
      {entries.map((entry) => (
        <li key={entry.id} id={`menu-${entry.id}`}>
          {entry.group ? (
            <details open>
              <summary>
                <strong>{entry.name}</strong> <small className="dim">{entry.entries.length}</small>
              </summary>
              <Tools entry={entry} may={may} />
              {entry.entries.length > 0 && <MenuBranch entries={entry.entries} may={may} />}
            </details>
          ) : (
            <div className="menu-node">
              <span className="menu-name">
                {entry.name} <code className="dim">{entry.url}</code>
              </span>
              <Tools entry={entry} may={may} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Tools({ entry, may }: { entry: MenuEntryView; may: Props["may"] }) {
  const { id, name } = entry;
  return (
    <div className="menu-tools">
      <StateBadge state={entry.state} label={entry.label} />
      {entry.problem && <span className="dim">{entry.problem}</span>}
      {may.edit && !entry.first && <Command verb="up" id={id} label={m.files_tree_up()} of={name} />}
      {may.edit && !entry.last && <Command verb="down" id={id} label={m.files_tree_down()} of={name} />}
      {may.switch && entry.state === "T" && <Command verb="off" id={id} label={m.engine_suspend()} of={name} />}
      {may.switch && entry.state === "F" && !entry.problem && (
        <Command verb="on" id={id} label={m.engine_resume()} of={name} />
      )}
      {may.edit && (
        <Link to={`${path}/${id}/edit`} aria-label={`${m.engine_edit()} ${name}`}>
          {m.engine_edit()}
        </Link>
      )}
      {may.add && entry.group && (
        <Link to={`${path}/new?groupId=${id}`} aria-label={`${m.system_menu_add()} ${name}`}>
          {m.system_menu_add()}
        </Link>
      )}
      {may.remove && entry.own && entry.entries.length === 0 && (
        <Link to={`${path}/${id}/remove`} aria-label={`${m.engine_remove()} ${name}`}>
          {m.engine_remove()}
        </Link>
      )}
    </div>
  );
}

function Command({ verb, id, label, of }: { verb: string; id: number; label: string; of: string }) {
  return (
    <button className="link-button" name={verb} value={id} aria-label={`${label} ${of}`}>
      {label}
    </button>
  );
}
