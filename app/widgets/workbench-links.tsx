/** Quick links and applications, in the drawer and on its page. Each application opens in a window of its own. */
import { type FormEvent, useRef } from "react";
import { m } from "~/contract/messages";

export interface WorkbenchView {
  enter: boolean;
  links: { id: number; name: string; icon: string; url: string }[];
  applications: {
    appCode: string;
    appName: string;
    appIcon: string;
    color: string;
    statusLabel: string;
    expirationTime: string;
    tenantName: string;
    open: boolean;
  }[];
}

/** Milliseconds: of several presses within it one window opens (specification 7, 9). */
const windowDelay = 1000;

export default function WorkbenchLinks({ enter, links, applications }: WorkbenchView) {
  const waiting = useRef<ReturnType<typeof setTimeout>>();

  function press(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    event.preventDefault();
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => form.submit(), windowDelay);
  }

  const opener = (appCode: string, label: string) => (
    <form method="post" action="/workbench/open" target="_blank" onSubmit={press} rel="noopener">
      <input type="hidden" name="app" value={appCode} />
      <button className="button">{label}</button>
    </form>
  );
  return (
    <>
      {enter && opener("workbench", m.workbench_enter())}
      <h3>{m.workbench_links()}</h3>
      {links.length === 0 && <p className="dim">{m.workbench_links_none()}</p>}
      <ul className="quick-links">
        {links.map(({ id, name, icon, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer">
              <Picture address={icon} name={name} />
              {name}
            </a>
          </li>
        ))}
      </ul>
      <h3>{m.workbench_applications()}</h3>
      {applications.length === 0 && <p className="dim">{m.workbench_applications_none()}</p>}
      <ul className="applications">
        {applications.map((app) => (
          <li key={app.appCode} className="panel">
            <Picture address={app.appIcon} name={app.appName} />
            <div>
              <strong>{app.appName}</strong>
              <span className="application-state">
                <i style={{ background: app.color }} />
                {app.statusLabel}
              </span>
              <span className="dim">
                {[app.tenantName, app.expirationTime && m.workbench_until({ day: app.expirationTime })]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </div>
            {app.open && opener(app.appCode, m.workbench_open())}
          </li>
        ))}
      </ul>
    </>
  );
}

/** An address of an image here, else the first letter of the name. */
function Picture({ address, name }: { address: string; name: string }) {
  if (address !== "") return <img className="app-icon" src={address} alt="" width={32} height={32} />;
  return (
    <span className="app-icon" aria-hidden="true">
      {[...name][0]}
    </span>
  );
}
