/** The account's menu in the top bar. */
import { useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { isAskedForPassword } from "~/auth/asks-for-password";
import { m } from "~/contract/messages";
import { lazyPart } from "~/line/this-line";
import { Gap } from "~/widgets/gap";
import { Link } from "~/widgets/link";
import { Icon } from "./icon";
import { LiteSwitch, SchemeSwitch } from "./preference-switches";

const PasswordDialog = lazyPart(() => import("~/auth/password-dialog"));

export interface Account {
  name: string;
  accName: string;
  place: string;
  /** The password is still the one that somebody else chose. */
  initial: boolean;
}

/** `children`: what the bar has no room for on small screens. */
export function UserMenu({ name, accName, place, initial, children }: Account & { children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key, pathname, state } = useLocation();
  const [asking, setAsking] = useState(false);

  // A navigation closes the menu and the dialog; the one after the sign-in opens the dialog (specification 2.6).
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a navigation
  useEffect(() => {
    if (menu.current) menu.current.open = false;
    setAsking(initial && isAskedForPassword(state));
  }, [key]);

  function ask(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // On the page itself there is nothing to lay over.
    if (pathname === "/changePassword") return;
    event.preventDefault();
    if (menu.current) menu.current.open = false;
    setAsking(true);
  }

  return (
    <details className="user" ref={menu}>
      <summary aria-label={m.shell_user_menu({ name })}>
        <Icon name="user" />
        <span>{name}</span>
      </summary>
      <div className="user-panel">
        {place && <p className="dim">{place}</p>}
        <SchemeSwitch />
        <LiteSwitch className="user-item" />
        {children}
        <Link className="user-item" to="/userinfo">
          {m.auth_me_title()}
        </Link>
        <Gap />
        <Link className="user-item" to="/changePassword" onClick={ask}>
          {m.shell_change_password()}
        </Link>
        <Gap />
        <Link className="user-item" to="/lock" reloadDocument>
          {m.auth_lock_title()}
        </Link>
        <Gap />
        <Link className="user-item" to="/logout">
          {m.shell_sign_out()}
        </Link>
      </div>
      {asking && (
        <Suspense>
          <PasswordDialog accName={accName} initial={initial} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </details>
  );
}
