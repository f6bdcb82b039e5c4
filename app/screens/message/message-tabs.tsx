/** The parts of the inbox: messages, what waits for approval, and what of it comes by mail. */
import { useLocation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { mailSettingsPath } from "~/contract/messaging/stop-page";
import { Link } from "~/widgets/link";

export const approvalsPath = "/message/approvals";

export function MessageTabs({ approvals }: { approvals: number }) {
  const { pathname } = useLocation();
  const tabs = [
    { to: "/message", label: m.home_messages() },
    { to: approvalsPath, label: approvals > 0 ? m.approvals_tab_n({ n: approvals }) : m.approvals_tab() },
    { to: mailSettingsPath, label: m.messaging_mailbox() },
  ];
  return (
    <nav className="segments" aria-label={m.approvals_tabs()}>
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} aria-current={pathname === to ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
