/** The menu's search (`/menuSearch`): a page for the sidebar's form, and what Ctrl-K asks as one types. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { shellState } from "~/contract/platform/shell";
import { Link } from "~/widgets/link";
import { functionPaths } from "./function-paths";
import { menuGroups } from "./menu";
import { searchMenu } from "./search-menu.server";

export const meta: MetaFunction = () => [{ title: m.tabs_search() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const functions = context.user?.sysFunctionsSet ?? [];
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 40);
  const state = await context.dispatch.call(shellState, {}, { silent: true });
  const paths = functionPaths(functions);
  const used = { favourites: paths(state?.favourites), recent: paths(state?.recent) };
  return { query, found: searchMenu(menuGroups(functions, m.shell_other()), query, used) };
}

export default function MenuSearch() {
  const { query, found } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{m.tabs_search()}</h1>
      <Form method="get" role="search" className="panel toolbar">
        <label htmlFor="menu-query">{m.tabs_search_label()}</label>
        <input
          id="menu-query"
          className="input"
          name="q"
          type="search"
          defaultValue={query}
          maxLength={40}
          key={query}
        />
        <button className="button button-primary">{m.tabs_search()}</button>
      </Form>
      <h2>{query === "" ? m.tabs_search_used() : m.tabs_search_found({ n: found.length })}</h2>
      {found.length === 0 && <p className="empty">{m.tabs_search_none()}</p>}
      <ul className="tiles">
        {found.map(({ name, url, group, used }) => (
          <li key={url}>
            <Link to={url} className="tile">
              <span>
                <strong>{name}</strong>
                <span className="dim">
                  {group}
                  {used !== "" && ` · ${used === "favourite" ? m.tabs_search_favourite() : m.tabs_search_recent()}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
