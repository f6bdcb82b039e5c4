/** Parameters under their headings: a switch for yes or no, other values in words, what differs from the default marked. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { SelectionBar } from "~/resource/parts/selection-bar";
import type { PagerView, Selection } from "~/resource/parts/view";
import { Link } from "~/widgets/link";
import type { SettingGroup, SettingView } from "./parameter-groups.server";

interface Props {
  groups: readonly SettingGroup[];
  /** Null for who may set nothing. */
  selection: Selection | undefined;
  pager: PagerView;
}

export function ParameterGroups({ groups, selection, pager }: Props) {
  const ticks = selection !== undefined && groups.some(({ settings }) => settings.some(({ resets }) => resets));
  return (
    <Form method="post" preventScrollReset>
      {/* Enter on a tick presses the first button: no switch. */}
      <button type="submit" hidden disabled />
      {groups.map(({ code, name, settings }) => (
        <section key={code} className="settings" aria-labelledby={`group-${code}`}>
          <h2 id={`group-${code}`}>{name}</h2>
          <div className="table-frame">
            <table className="table" aria-labelledby={`group-${code}`}>
              <thead>
                <tr>
                  {ticks && (
                    <th scope="col" className="tick">
                      <span className="visually-hidden">{m.lists_choose()}</span>
                    </th>
                  )}
                  <th scope="col">{m.system_parameter()}</th>
                  <th scope="col" className="setting-value">
                    {m.system_value()}
                  </th>
                  <th scope="col" className="setting-changed">
                    {m.system_changed()}
                  </th>
                  <th scope="col" className="cell-actions">
                    {m.engine_actions()}
                  </th>
                </tr>
              </thead>
              <tbody>
                {settings.map((setting) => (
                  <Setting key={setting.id} setting={setting} ticks={ticks} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
      {ticks && <SelectionBar selection={selection} pager={pager} />}
    </Form>
  );
}

function Setting({ setting, ticks }: { setting: SettingView; ticks: boolean }) {
  const { id, name, help, to, value, flag, ofPlatform, differs, changed, links, resets } = setting;
  return (
    <tr className={differs ? "differs" : undefined}>
      {ticks && (
        <td className="tick">
          {resets && <input type="checkbox" name="s" value={id} aria-label={`${m.lists_choose()} ${name}`} />}
        </td>
      )}
      <th scope="row">
        <Link to={to}>{name}</Link> {ofPlatform && <span className="badge">{m.system_of_head_office()}</span>}
        {help && <small className="dim">{help}</small>}
      </th>
      <td className="setting-value">
        {flag ? <Switch flag={flag} value={value} asks={ofPlatform} /> : value}{" "}
        {differs && <span className="badge badge-accent">{differs}</span>}
      </td>
      <td className="setting-changed">
        <span className="dim">{changed}</span>
      </td>
      <td className="cell-actions">
        {links.map((link) => (
          <Link key={link.to} to={link.to} aria-label={`${link.label} ${name}`}>
            {link.label}
          </Link>
        ))}
      </td>
    </tr>
  );
}

interface SwitchProps {
  flag: NonNullable<SettingView["flag"]>;
  value: string;
  asks: boolean;
}

function Switch({ flag, value, asks }: SwitchProps) {
  if (flag.press === "") return <>{value}</>;
  if (!asks) {
    return (
      <button
        className="switch"
        role="switch"
        aria-checked={flag.on}
        aria-label={flag.label}
        name="set"
        value={flag.press}
      >
        {value}
      </button>
    );
  }
  return (
    <details className="setting-ask">
      <summary className={flag.on ? "switch is-on" : "switch"} aria-label={flag.label}>
        {value}
      </summary>
      {m.system_switch_ask({ next: flag.next })}{" "}
      <button className="button" name="set" value={flag.press}>
        {m.system_switch_do({ next: flag.next })}
      </button>
    </details>
  );
}
