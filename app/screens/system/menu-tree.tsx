/** The function tree whole (`/application/menuManage/tree`): every entry in its place; the chosen one is moved, switched, edited at the side. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titlesOf } from "~/contract/function-title";
import { m } from "~/contract/messages";
import { type MenuNode, menu, menuTree } from "~/contract/platform/menu";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { type LinkedNode, TreeLinks } from "~/widgets/tree/tree-links";
import { MenuEntryPanel, type MenuEntryView } from "./menu-entry-panel";

// Not of the contract's resource: what the page itself needs comes to the browser, and all its schemas with it.
const list = "/application/menuManage";
const path = `${list}/tree`;
export const handle = { menu: list };

export const meta: MetaFunction = () => [{ title: m.system_menus() }];

/** `?open=101` shows an entry at the side. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const nodes = await context.dispatch.call(menuTree, {});
  const english = context.preferences.locale === "en";
  const nameOf = (node: MenuNode) => titlesOf(english ? node.funNameEn : node.funName)[0];
  const asked = new URL(request.url).searchParams.get("open") ?? "";
  const shown = nodes.find(({ id }) => String(id) === asked);
  const linksOf = (parentId: number): LinkedNode[] =>
    nodes
      .filter((node) => node.parentId === parentId)
      .map((node) => {
        const entries = linksOf(node.id);
        return {
          ...{ id: node.id, name: nameOf(node), to: `${path}?open=${node.id}`, now: node === shown, open: false },
          ...{ off: !node.enabled, note: entries.length > 0 ? String(entries.length) : undefined, entries },
        };
      });
  return {
    tree: linksOf(0),
    shown: shown ? entryOf(shown, nodes, nameOf) : null,
    may: {
      add: mayPress(context, "menu:add"),
      edit: mayPress(context, "menu:edit"),
      switch: mayPress(context, menu.buttons.suspend),
      remove: mayPress(context, "menu:remove"),
    },
  };
}

function entryOf(node: MenuNode, nodes: readonly MenuNode[], nameOf: (node: MenuNode) => string): MenuEntryView {
  const siblings = nodes.filter(({ parentId }) => parentId === node.parentId);
  const above: string[] = [];
  for (let at = nodes.find(({ id }) => id === node.parentId); at; ) {
    above.unshift(nameOf(at));
    const { parentId } = at;
    at = nodes.find(({ id }) => id === parentId);
  }
  return {
    id: node.id,
    name: nameOf(node),
    group: node.funUrl === "",
    above: above.join(" / "),
    url: node.funUrl,
    code: node.funCode,
    own: node.own,
    state: node.enabled ? "T" : "F",
    label: node.enabled ? m.system_menu_on() : m.system_menu_off(),
    problem: node.problem,
    first: siblings[0] === node,
    last: siblings.at(-1) === node,
    below: nodes.filter(({ parentId }) => parentId === node.id).length,
  };
}

const commands = {
  up: { method: menu.methods.up, flash: "saved" },
  down: { method: menu.methods.down, flash: "saved" },
  on: { method: menu.methods.resume, flash: "resumed" },
  off: { method: menu.methods.suspend, flash: "suspended" },
} as const;

/** The pressed button posts `<command>=<id>`. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const intent = (Object.keys(commands) as (keyof typeof commands)[]).find((name) => name in typed);
  const text = intent ? (typed[intent] ?? "") : "";
  if (!intent || !/^[1-9]\d{0,14}$/.test(text)) throw new Response(null, { status: 400 });
  const { method, flash } = commands[intent];
  const id = Number(text);
  const tried = await attempt(context, () => context.dispatch.call(method, { id }), m.error_remove_title());
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, `${path}?open=${id}`, flash);
}

export default function MenuTree() {
  const { tree, shown, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.system_menus()}</h1>
        <div className="toolbar">
          <Link className="button" to={list}>
            {m.system_menu_list()}
          </Link>
          {may.add && (
            <Link className="button button-primary" to={`${list}/new`}>
              {m.engine_new()}
            </Link>
          )}
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      <div className="panes">
        <TreeLinks label={m.system_menus()} nodes={tree} />
        <Form method="post" className="panel node-panel" aria-busy={busy} preventScrollReset>
          {shown ? <MenuEntryPanel entry={shown} may={may} /> : <p className="dim">{m.tree_choose()}</p>}
        </Form>
      </div>
    </div>
  );
}
