/** An entry of the function tree at the side of it: what it is, and what can be done with it. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { StateBadge } from "~/widgets/state-badge";

export interface MenuEntryView {
  id: number;
  name: string;
  group: boolean;
  /** Groups above it. */
  above: string;
  url: string;
  code: string;
  /** Made here, and none of the product's. */
  own: boolean;
  state: "T" | "F";
  label: string;
  /** Why it cannot be switched on. */
  problem: string;
  first: boolean;
  last: boolean;
  /** Entries right below it. */
  below: number;
}

interface Props {
  entry: MenuEntryView;
  may: { add: boolean; edit: boolean; switch: boolean; remove: boolean };
}

const path = "/application/menuManage";

export function MenuEntryPanel({ entry, may }: Props) {
  const facts = [
    [m.system_menu_parent(), entry.above],
    [m.system_menu_url(), entry.url],
    [m.system_menu_code(), entry.code],
    [m.system_menu_below(), entry.group ? String(entry.below) : ""],
    [m.system_menu_of_product_label(), entry.own ? m.engine_no() : m.engine_yes()],
  ].filter(([, value]) => value !== "");
  return (
    <>
      <h2>
        {entry.name} <StateBadge state={entry.state} label={entry.label} />
      </h2>
      {entry.problem && <p className="dim">{entry.problem}</p>}
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Tools entry={entry} may={may} />
    </>
  );
}

function Tools({ entry: { id, name, ...entry }, may }: Props) {
  return (
    <div className="toolbar">
      {may.edit && (
        <Link className="button button-primary" to={`${path}/${id}/edit`} aria-label={`${m.engine_edit()} ${name}`}>
          {m.engine_edit()}
        </Link>
      )}
      {may.add && entry.group && (
        <Link className="button" to={`${path}/new?groupId=${id}`} aria-label={`${m.system_menu_add()} ${name}`}>
          {m.system_menu_add()}
        </Link>
      )}
      {may.edit && !entry.first && <Command verb="up" id={id} label={m.files_tree_up()} of={name} />}
      {may.edit && !entry.last && <Command verb="down" id={id} label={m.files_tree_down()} of={name} />}
      {may.switch && entry.state === "T" && <Command verb="off" id={id} label={m.engine_suspend()} of={name} />}
      {may.switch && entry.state === "F" && !entry.problem && (
        <Command verb="on" id={id} label={m.engine_resume()} of={name} />
      )}
      {may.remove && entry.own && entry.below === 0 && (
        <Link className="button" to={`${path}/${id}/remove`} aria-label={`${m.engine_remove()} ${name}`}>
          {m.engine_remove()}
        </Link>
      )}
    </div>
  );
}

function Command({ verb, id, label, of }: { verb: string; id: number; label: string; of: string }) {
  return (
    <button className="button" name={verb} value={id} aria-label={`${label} ${of}`}>
      {label}
    </button>
  );
}
