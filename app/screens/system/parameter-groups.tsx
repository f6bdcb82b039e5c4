/** Parameters under their headings: a switch for yes or no, other values in words, what differs from the default marked. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { SettingGroup, SettingView } from "./parameter-groups.server";

export function ParameterGroups({ groups }: { groups: readonly SettingGroup[] }) {
  return (
    <Form method="post" preventScrollReset>
      {groups.map(({ code, name, settings }) => (
        <section key={code} className="settings" aria-labelledby={`group-${code}`}>
          <h2 id={`group-${code}`}>{name}</h2>
          <div className="table-frame">
            <table className="table" aria-labelledby={`group-${code}`}>
              <thead>
                <tr>
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
                  <Setting key={setting.id} setting={setting} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </Form>
  );
}

function Setting({ setting }: { setting: SettingView }) {
  const { name, help, to, value, flag, ofPlatform, differs, changed, links } = setting;
  return (
    <tr className={differs ? "differs" : undefined}>
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
