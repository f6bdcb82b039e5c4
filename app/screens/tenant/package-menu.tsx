/** The menu that a package makes, as a tenant's administrator sees it: of what is ticked now, saved or not. */
import { useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import type { TenantPackageContent } from "~/contract/tenant/package";
import "./package-menu.css";

interface Props {
  groups: TenantPackageContent["groups"];
  has: (right: string) => boolean;
}

export function PackageMenu({ groups, has }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  // A button brings its function.
  const shown = groups
    .map(({ functions, ...group }) => ({
      ...group,
      functions: functions.filter((fun) => has(fun.right) || fun.buttons.some((button) => has(button.right))),
    }))
    .filter(({ functions }) => functions.length > 0);
  const n = shown.reduce((sum, { functions }) => sum + functions.length, 0);
  return (
    <section className="package-menu" aria-labelledby="package-menu" tabIndex={-1} ref={panel}>
      <h2 id="package-menu">{m.tenant_menu_of({ n })}</h2>
      <p className="dim">{n === 0 ? m.tenant_menu_empty() : m.tenant_menu_lead()}</p>
      <ul>
        {shown.map(({ id, name, functions }) => (
          <li key={id}>
            <strong>{name}</strong>
            <ul>
              {functions.map((fun) => (
                <li key={fun.right}>{fun.name}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
