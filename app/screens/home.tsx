/** The workbench (/index): a greeting, the blocks of one's own work, what waits, and the way to what one may do. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import type { DocumentHandle } from "~/shell/document";
import { Icon } from "~/shell/icon";
import { loadProduct } from "~/shell/product.server";
import { Link } from "~/widgets/link";
import { Blocks } from "./home/blocks";
import { type Entry, loadHome, quickOf } from "./home/load-home.server";

export async function loader({ context }: LoaderFunctionArgs) {
  const { user } = context;
  if (!user) throw new Response(null, { status: 401 });
  const [{ name: system }, parts] = await Promise.all([loadProduct(context), loadHome(context, user)]);
  return { greeting: m.greeting({ name: user.name, system }), quick: quickOf(user), ...parts };
}

export const handle: DocumentHandle = { shellStyles: true };

export const meta: MetaFunction<typeof loader> = () => [{ title: m.home_title() }];

export default function Home() {
  const { greeting, blocks, approvals, requests, messages, unread, favourites, recent, quick } =
    useLoaderData<typeof loader>();
  return (
    <>
      <h1>{greeting}</h1>
      <div className="home">
        {blocks.length > 0 && (
          <div className="home-blocks">
            <Blocks blocks={blocks} />
          </div>
        )}
        <div className="home-aside">
          <Panel id="todos" title={m.home_todos()}>
            {approvals === 0 && <p className="dim">{m.home_todos_none()}</p>}
            {approvals > 0 && (
              <p>
                <Link to="/message/approvals">{m.approvals_n({ n: approvals })}</Link>
              </p>
            )}
            <ul className="home-list">
              {requests.map(({ id, what, amount, reason, askedBy, at }) => (
                <li key={id}>
                  <span>
                    <Link to="/message/approvals">
                      {what} {amount}
                    </Link>
                    <br />
                    <span className="dim">
                      {m.approvals_home_line({
                        name: askedBy || m.timeline_system(),
                        reason: reason || m.approvals_no_reason(),
                      })}
                    </span>
                  </span>
                  <time className="dim">{at}</time>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel id="messages" title={unread > 0 ? m.home_messages_n({ n: unread }) : m.home_messages()} to="/message">
            {messages.length === 0 && <p className="dim">{m.home_messages_no_new()}</p>}
            <ul className="home-list">
              {messages.map(({ key, title, at, link }) => (
                <li key={key}>
                  <Link to={link || "/message?state=unread"}>{title}</Link>
                  <time className="dim">{at.slice(5, 16)}</time>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <div>
          <Links id="favourites" title={m.home_favourites()} entries={favourites} none={m.home_favourites_none()} />
          {recent.length > 0 && <Links id="recent" title={m.home_recent()} entries={recent} />}
          {quick.length === 0 && <p className="empty">{m.home_none()}</p>}
          {quick.length > 0 && <Quick entries={quick} />}
        </div>
      </div>
    </>
  );
}

function Panel({ id, title, to, children }: { id: string; title: string; to?: string; children: ReactNode }) {
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {to && <Link to={to}>{m.home_all()}</Link>}
      </div>
      {children}
    </section>
  );
}

function Links({ id, title, entries, none }: { id: string; title: string; entries: Entry[]; none?: string }) {
  return (
    <nav className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {entries.length === 0 && <p className="dim">{none}</p>}
      <p className="toolbar">
        {entries.map(({ name, url }) => (
          <Link key={url} to={url} className="button">
            {name}
          </Link>
        ))}
      </p>
    </nav>
  );
}

function Quick({ entries }: { entries: ReturnType<typeof quickOf> }) {
  return (
    <nav aria-labelledby="quick">
      <h2 id="quick">{m.home_quick()}</h2>
      <ul className="tiles">
        {entries.map((entry) => (
          <li key={entry.url}>
            <Link to={entry.url} className="tile">
              <Icon name={entry.icon} />
              <span>
                <strong>{entry.name}</strong>
                <span className="dim">{entry.text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
