/** The search over everything (`/menuSearch`): a page for the sidebar's form, and what Ctrl-K asks as one types. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { find } from "~/contract/platform/find";
import { shellState } from "~/contract/platform/shell";
import { soughtAtMost } from "~/contract/platform/sought-text";
import { Link } from "~/widgets/link";
import { functionPaths } from "./function-paths";
import { menuGroups } from "./menu";
import { searchMenu } from "./search-menu.server";

export const meta: MetaFunction = () => [{ title: m.find_everything() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const functions = context.user?.sysFunctionsSet ?? [];
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, soughtAtMost);
  const [state, things] = await Promise.all([
    context.dispatch.call(shellState, {}, { silent: true }),
    context.dispatch.call(find, { q: query }, { silent: true }),
  ]);
  const paths = functionPaths(functions);
  const used = { favourites: paths(state?.favourites), recent: paths(state?.recent) };
  return {
    query,
    found: searchMenu(menuGroups(functions, m.shell_other()), query, used),
    things: things?.groups ?? [],
  };
}

export default function MenuSearch() {
  const { query, found, things } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{m.find_everything()}</h1>
      <Form method="get" role="search" className="panel toolbar">
        <label htmlFor="menu-query">{m.find_help()}</label>
        <input
          id="menu-query"
          className="input"
          name="q"
          type="search"
          defaultValue={query}
          maxLength={soughtAtMost}
          key={query}
        />
        <button className="button button-primary">{m.find_everything()}</button>
      </Form>
      {found.length + things.length === 0 && <p className="empty">{m.find_none()}</p>}
      {things.map(({ title, found: rows }) => (
        <Tiles key={title} title={title} tiles={rows.map(({ to, name, hint }) => ({ to, name, hint }))} />
      ))}
      {found.length > 0 && (
        <Tiles
          title={query === "" ? m.tabs_search_used() : m.find_functions()}
          tiles={found.map(({ name, url, group, used }) => ({
            to: url,
            name,
            hint: group + (used && ` · ${used === "favourite" ? m.tabs_search_favourite() : m.tabs_search_recent()}`),
          }))}
        />
      )}
    </>
  );
}

function Tiles({ title, tiles }: { title: string; tiles: { to: string; name: string; hint: string }[] }) {
  return (
    <>
      <h2>{title}</h2>
      <ul className="tiles">
        {tiles.map(({ to, name, hint }) => (
          <li key={to}>
            <Link to={to} className="tile">
              <span>
                <strong>{name}</strong>
                <span className="dim">{hint}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
