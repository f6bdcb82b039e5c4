/** The top bar: product, support, language, and the account's menu. */

import { useState } from "react";
import { m } from "~/contract/messages";
import { Gap } from "~/widgets/gap";
import { Link } from "~/widgets/link";
import { Drawers } from "./drawers";
import { Icon } from "./icon";
import type { Edition } from "./outer-links";
import { LanguageSwitch } from "./preference-switches";
import type { Product } from "./product.server";
import { type Account, UserMenu } from "./user-menu";

interface TopBarProps {
  data: { product: Product; phone: string; consult: string; unread: number; approvals: number; edition: Edition };
  account: Account & { corp: string };
  /** Path of this page, if there is a description of it. */
  described: string | null;
}

export function TopBar({
  data: { product, phone, consult, unread, approvals, edition },
  account,
  described,
}: TopBarProps) {
  const [drawer, setDrawer] = useState(false);
  const outer = { edition, consult, phone };
  return (
    // Specification 4.5: a drawer lifts the header to 9999; closed it is at 0.
    <header className={edition.isSaas ? "top top-saas" : "top"} style={{ zIndex: drawer ? 9999 : 0 }}>
      <button type="button" className="top-menu" {...{ popovertarget: "menu" }}>
        <Icon name="menu" />
        <span className="visually-hidden">{m.shell_menu()}</span>
      </button>
      <Gap />
      <Link to="/index" className="brand">
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
        <Gap />
        <OuterLinks className="top-link top-outer" {...outer} />
        <Bell unread={unread} approvals={approvals} />
        <LanguageSwitch className="top-link" />
        <UserMenu {...account}>
          <OuterLinks className="user-item user-outer" {...outer} />
        </UserMenu>
      </div>
    </header>
  );
}

/** Unread messages first; with none of them, what waits for one's approval. */
function Bell({ unread, approvals }: { unread: number; approvals: number }) {
  const waits = approvals > 0 ? m.approvals_bell({ n: approvals }) : "";
  const messages = unread > 0 ? m.home_bell({ n: unread }) : m.home_bell_none();
  const n = unread || approvals;
  return (
    <Link
      to={unread === 0 && approvals > 0 ? "/message/approvals" : "/message"}
      className="top-link"
      aria-label={waits ? `${messages} · ${waits}` : messages}
    >
      <Icon name="bell" />
      {n > 0 && <b className={`badge ${unread > 0 ? "badge-bad" : "badge-warn"}`}>{n > 99 ? "99+" : n}</b>}
    </Link>
  );
}

interface OuterLinksProps {
  className: string;
  edition: Edition;
  consult: string;
  phone: string;
}

/** Twice on the page: in the bar, and in the account's menu for screens where the bar has no room for them. */
function OuterLinks({ className, edition, consult, phone }: OuterLinksProps) {
  return (
    <>
      {edition.dataCentre && (
        <a className={className} href="/datacenter">
          <Icon name="report" />
          <span>{m.workbench_data_centre()}</span>
        </a>
      )}
      {edition.userCentre && (
        <a className={className} href={edition.userCentre} target="_blank" rel="noreferrer">
          <Icon name="organisation" />
          <span>{m.workbench_user_centre()}</span>
        </a>
      )}
      {consult && (
        <a className={className} href={consult} target="_blank" rel="noreferrer">
          <Icon name="chat" />
          <span>{m.shell_consult()}</span>
        </a>
      )}
      {phone && (
        <a className={className} href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>
          <Icon name="phone" />
          <span>{m.shell_support({ phone })}</span>
        </a>
      )}
    </>
  );
}
