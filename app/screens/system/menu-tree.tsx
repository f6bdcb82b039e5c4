/** The function tree whole (`/application/menuManage/tree`): every entry in its place, moved, switched, edited. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { titlesOf } from "~/contract/function-title";
import { m } from "~/contract/messages";
import { type MenuNode, menu, menuTree } from "~/contract/platform/menu";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { MenuBranch, type MenuEntryView } from "./menu-branch";

// Not of the contract's resource: what the page itself needs comes to the browser, and all its schemas with it.
const list = "/application/menuManage";
const path = `${list}/tree`;
export const handle = { menu: list };

export const meta: MetaFunction = () => [{ title: m.system_menus() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const nodes = await context.dispatch.call(menuTree, {});
  const english = context.preferences.locale === "en";
  const view = (parentId: number): MenuEntryView[] => {
    const children = nodes.filter((node) => node.parentId === parentId);
    return children.map((node, place) => ({
      ...entryOf(node, english),
      first: place === 0,
      last: place === children.length - 1,
      entries: view(node.id),
    }));
  };
  return {
    tree: view(0),
    may: {
      add: mayPress(context, "menu:add"),
      edit: mayPress(context, "menu:edit"),
      switch: mayPress(context, menu.buttons.suspend),
      remove: mayPress(context, "menu:remove"),
    },
  };
}

function entryOf(node: MenuNode, english: boolean) {
  const [name] = titlesOf(english ? node.funNameEn : node.funName);
  return {
    id: node.id,
    name,
    group: node.funUrl === "",
    url: node.funUrl,
    code: node.funCode,
    own: node.own,
    state: node.enabled ? ("T" as const) : ("F" as const),
    label: node.enabled ? m.system_menu_on() : m.system_menu_off(),
    problem: node.problem,
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
  const tried = await attempt(context, () => context.dispatch.call(method, { id }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, `${path}#menu-${id}`, flash);
}

export default function MenuTree() {
  const { tree, may } = useLoaderData<typeof loader>();
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
      <Form method="post" className="panel" aria-busy={busy}>
        <MenuBranch entries={tree} may={may} />
      </Form>
    </div>
  );
}
