/** The top bar: product, support, language, and the account's menu. */
import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ColorScheme } from "~/contract/context";
import { type Message, m } from "~/contract/messages";
import { useDocument } from "./document";
import { Drawers } from "./drawers";
import { Icon } from "./icon";
import type { Edition } from "./outer-links";
import { PreferenceButton } from "./preference-button";
import type { Product } from "./product.server";

interface TopBarProps {
  data: { product: Product; phone: string; consult: string; unread: number; edition: Edition };
  account: { name: string; corp: string; place: string };
  /** Path of this page, if there is a description of it. */
  described: string | null;
}

export function TopBar({ data: { product, phone, consult, unread, edition }, account, described }: TopBarProps) {
  const [drawer, setDrawer] = useState(false);
  return (
    // Specification 4.5: a drawer lifts the header to 9999; closed it is at 0.
    <header className={edition.isSaas ? "top top-saas" : "top"} style={{ zIndex: drawer ? 9999 : 0 }}>
      <button type="button" className="top-menu" {...{ popovertarget: "menu" }}>
        <Icon name="menu" />
        <span className="visually-hidden">{m.shell_menu()}</span>
      </button>
      <Link to="/index" className="brand" discover="none">
        {product.logo ? (
          <img src={product.logo} alt="" height={28} />
        ) : (
          <Icon name="mark" className="icon brand-mark" />
        )}
        <span>{product.name}</span>
      </Link>
      {edition.isSaas && account.corp && <span className="top-corp badge badge-accent">{account.corp}</span>}
      <div className="top-end">
        <Drawers workbench={edition.workbench} described={described} onToggle={setDrawer} />
        {edition.dataCentre && (
          <a className="top-link" href="/datacenter">
            <Icon name="report" />
            <span>{m.workbench_data_centre()}</span>
          </a>
        )}
        {edition.userCentre && (
          <a className="top-link" href={edition.userCentre} target="_blank" rel="noreferrer">
            <Icon name="organisation" />
            <span>{m.workbench_user_centre()}</span>
          </a>
        )}
        {consult && (
          <a className="top-link" href={consult} target="_blank" rel="noreferrer">
            <Icon name="chat" />
            <span>{m.shell_consult()}</span>
          </a>
        )}
        {phone && (
          <a className="top-link" href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>
            <Icon name="phone" />
            <span>{m.shell_support({ phone })}</span>
          </a>
        )}
        <Link
          to="/message"
          className="top-link"
          discover="none"
          aria-label={unread > 0 ? m.home_bell({ n: unread }) : m.home_bell_none()}
        >
          <Icon name="bell" />
          {unread > 0 && <b className="badge badge-bad">{unread > 99 ? "99+" : unread}</b>}
        </Link>
        <LanguageSwitch className="top-link" />
        <UserMenu {...account} />
      </div>
    </header>
  );
}

/** Named in the language that it leads to. */
export function LanguageSwitch({ className }: { className: string }) {
  const { locale } = useDocument();
  const other = locale === "en" ? "zh-CN" : "en";
  return (
    <PreferenceButton name="locale" value={other} className={className}>
      <span lang={other}>{other === "en" ? "English" : "中文"}</span>
    </PreferenceButton>
  );
}

export function LiteSwitch({ className }: { className: string }) {
  const { lite } = useDocument();
  return (
    <PreferenceButton name="lite" value={lite ? "off" : "on"} className={className}>
      {lite ? m.shell_lite_off() : m.shell_lite_on()}
    </PreferenceButton>
  );
}

const schemes: [ColorScheme, Message][] = [
  ["light", m.shell_scheme_light],
  ["dark", m.shell_scheme_dark],
  ["auto", m.shell_scheme_auto],
];

export function SchemeSwitch() {
  const { scheme } = useDocument();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{m.shell_scheme()}</legend>
      {schemes.map(([value, label]) => (
        <PreferenceButton key={value} name="scheme" value={value} pressed={value === scheme}>
          {label()}
        </PreferenceButton>
      ))}
    </fieldset>
  );
}

function UserMenu({ name, place }: { name: string; place: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

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
        <Link className="user-item" to="/userinfo" discover="none">
          {m.auth_me_title()}
        </Link>
        <Link className="user-item" to="/changePassword" discover="none">
          {m.shell_change_password()}
        </Link>
        <Link className="user-item" to="/lock" reloadDocument discover="none">
          {m.auth_lock_title()}
        </Link>
        <Link className="user-item" to="/logout" discover="none">
          {m.shell_sign_out()}
        </Link>
      </div>
    </details>
  );
}
