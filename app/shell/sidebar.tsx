/** The menu: a column of groups, and the entries of the open one beside it. Works by <details> alone. */
import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { Icon } from "./icon";
import type { MenuGroup } from "./menu";
import { PreferenceButton } from "./preference-button";

interface SidebarProps {
  groups: MenuGroup[];
  current: { group: number; url: string } | null;
  width: "narrow" | "wide" | "collapsed";
}

export function Sidebar({ groups, current, width }: SidebarProps) {
  const nav = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // Only the wide sidebar has a column for the entries; elsewhere they fly out over the page and must start closed.
  const open = width === "wide" ? (current?.group ?? groups.findIndex((group) => !leadsStraight(group))) : -1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes what was opened on the way
  useEffect(() => settle(nav.current, open), [key, open]);

  return (
    <nav className="sidebar" id="menu" aria-label={m.shell_menu()} ref={nav} {...{ popover: "auto" }}>
      {width === "collapsed" ? (
        <p className="menu-search">
          <Link to="/menuSearch" aria-label={m.find_everything()}>
            <Icon name="search" />
          </Link>
        </p>
      ) : (
        <form action="/menuSearch" className="menu-search">
          <input type="search" name="q" aria-label={m.find_help()} placeholder={m.find_box()} maxLength={40} />
        </form>
      )}
      <div className="groups">
        {groups.map((group, index) => {
          const here = index === current?.group;
          if (leadsStraight(group)) {
            return (
              <div key={group.name} className="group">
                <MenuLink url={group.entries[0]?.url ?? "/index"} current={here}>
                  <GroupName group={group} here={here} />
                </MenuLink>
              </div>
            );
          }
          return (
            <details key={group.name} name="menu" open={index === open} className="group">
              <summary data-current={here ? "" : undefined} title={group.name}>
                <GroupName group={group} here={here} />
              </summary>
              <ul>
                {group.entries.map(({ name, url, blank }) => (
                  <li key={url}>
                    <MenuLink url={url} current={url === current?.url} blank={blank}>
                      {name}
                    </MenuLink>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
      </div>
      <PreferenceButton name="sidebar" value={width === "collapsed" ? "open" : "collapsed"} className="collapse">
        <Icon name={width === "collapsed" ? "expand" : "collapse"} />
        <span className="visually-hidden">
          {width === "collapsed" ? m.shell_menu_expand() : m.shell_menu_collapse()}
        </span>
      </PreferenceButton>
    </nav>
  );
}

/** A group of nothing but the workbench needs no list (specification 2.6: it goes to /index). */
function leadsStraight({ entries }: MenuGroup): boolean {
  return entries.length === 1 && entries[0]?.url === "/index";
}

function GroupName({ group, here }: { group: MenuGroup; here: boolean }) {
  return (
    <>
      <Icon name={(here && group.activeIcon) || group.icon} />
      <span>{group.name}</span>
    </>
  );
}

interface MenuLinkProps {
  url: string;
  current: boolean;
  blank?: true | undefined;
  children: ReactNode;
}

/** Eighty links of these stand on a page: none is asked for ahead. */
function MenuLink({ url, current, blank, children }: MenuLinkProps) {
  return (
    <Link to={url} aria-current={current ? "page" : undefined} {...(blank && { target: "_blank", rel: "noopener" })}>
      {children}
    </Link>
  );
}

function settle(nav: HTMLElement | null, open: number): void {
  if (!nav) return;
  [...nav.querySelectorAll(".group")].forEach((group, index) => {
    if (group instanceof HTMLDetailsElement) group.open = index === open;
  });
  if (nav.matches(":popover-open")) nav.hidePopover();
}
