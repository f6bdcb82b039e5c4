/** Which functions open a page: from the methods that its loader asks for, for every page of the businesses. */
import { functionViews } from "../contract/function-views";
import type { Method } from "../contract/method";
import { ledgers, reports, resources } from "../contract/registry";
import { commandRoutes } from "../contract/resource";
import { manifests } from "./manifests";

interface KnownPage {
  parts: readonly string[];
  funs: readonly string[];
}

const functionsOf = ({ access }: Method): readonly string[] => (typeof access === "object" ? [access.fun].flat() : []);

/** A function's own screen is opened by that function; what hangs under it by whoever may call its methods. */
function openedBy(path: string, methods: readonly Method[]): readonly string[] {
  const asked = [...new Set(methods.flatMap(functionsOf))];
  const own = asked.filter((fun) => functionViews[fun] === path);
  return own.length > 0 ? own : asked;
}

const known = (path: string, methods: readonly Method[]): KnownPage => ({
  parts: path.split("/"),
  funs: openedBy(path, methods),
});

const engine = resources.flatMap((resource) => {
  const { path, editPath, pages: own } = resource;
  const { list, get } = resource.methods;
  const listed = [known(path, [list]), { ...known(`${path}/export`, [list]), funs: openedBy(path, [list]) }];
  if (own) return listed;
  return [
    ...listed,
    ...["import", "import/template", "import/:id", "import/:id/errors", "options", "new"].map((below) =>
      known(`${path}/${below}`, [list]),
    ),
    ...[":id", ":id/edit", ":id/remove"].map((below) => known(`${path}/${below}`, [get])),
    ...(editPath ? [known(editPath, [get])] : []),
    ...commandRoutes(resource).map((page) => known(page, [get])),
  ];
});

/** The page that says most of its address itself goes first: `/a/new` before `/a/:id`. */
const pages: readonly KnownPage[] = [
  ...engine,
  ...ledgers.map(({ standingPath, standing }) => known(standingPath, [standing])),
  ...reports.flatMap(({ path, look }) => [known(path, [look]), known(`${path}/export`, [look])]),
  ...manifests.flatMap(({ pages: own = [] }) => own.map(({ path, asks }) => known(path, asks))),
].toSorted((one, other) => literal(other) - literal(one));

function literal({ parts }: KnownPage): number {
  return parts.filter((part) => !part.startsWith(":")).length;
}

/** Null for an address that is no page of a business: the menu decides. */
export function functionsOfPage(path: string): readonly string[] | null {
  const asked = path.split("/");
  const found = pages.find(
    ({ parts }) =>
      parts.length === asked.length &&
      parts.every((part, at) => (part.startsWith(":") ? asked[at] !== "" : part === asked[at])),
  );
  return found?.funs ?? null;
}
