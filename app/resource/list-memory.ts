/** POST /listMemory: what somebody keeps of a list; leads back to it. */
import { type ActionFunctionArgs, type AppLoadContext, redirect } from "@remix-run/node";
import type { PayloadOf } from "~/contract/method";
import {
  type ColumnChoice,
  listMemory,
  removeListFilter,
  saveListColumns,
  saveListFilter,
} from "~/contract/platform/list-memory";
import { attempt } from "~/form/submission.server";

const names = /^[A-Za-z0-9_]{1,40}$/;

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const list = text("list");
  const search = text("search").replace(/^\?/, "");
  if (!/^\/[A-Za-z0-9/_-]{1,120}$/.test(list) || list.startsWith("//")) throw new Response(null, { status: 400 });
  const back = list + (search && `?${search}`);
  const [verb = "", name = ""] = text("do").split(":");
  const columns = columnsOf(form);
  const tried = await attempt(context, async () => {
    switch (verb) {
      case "columns":
        return context.dispatch.call(saveListColumns, { list, columns });
      case "up":
      case "down":
        return context.dispatch.call(saveListColumns, { list, columns: moved(columns, name, verb) });
      case "reset":
        return context.dispatch.call(saveListColumns, { list, columns: [] });
      case "drag": {
        const before = await ownColumns(context, list);
        return context.dispatch.call(saveListColumns, { list, columns: dragged(columns, before) });
      }
      case "filter":
        return context.dispatch.call(saveListFilter, {
          ...{ list, name: text("name"), search },
          ...audienceOf(text("audience")),
          ...(form.has("columns") && { columns: await ownColumns(context, list) }),
        });
      case "drop":
        return context.dispatch.call(removeListFilter, { list, id: Number(name) });
      case "forget":
        return context.dispatch.call(removeListFilter, { list, name: text("do").slice("forget:".length) });
      default:
        throw new Response(null, { status: 400 });
    }
  });
  if (verb === "drag") return new Response(null, { status: tried.ok ? 204 : tried.refusal.status });
  const panel = ["filter", "forget", "drop"].includes(verb) ? "filters" : "columns";
  const stays = !tried.ok || ["up", "down", "forget", "drop"].includes(verb);
  const wrong = tried.ok ? "" : `&wrong=${tried.refusal.kind === "invalid" ? "name" : "full"}`;
  return redirect(back + (stays ? `${search ? "&" : "?"}memory=${panel}${wrong}` : ""), 303);
}

async function ownColumns(context: AppLoadContext, list: string): Promise<ColumnChoice[]> {
  const memory = await context.dispatch.call(listMemory, { list }, { silent: true });
  return memory?.columns ?? [];
}

/** `mine`, `all`, or `role:<id>`; anything else is one's own. */
function audienceOf(text: string): Pick<PayloadOf<typeof saveListFilter>, "audience" | "roleId"> {
  const [, roleId] = /^role:([1-9]\d{0,14})$/.exec(text) ?? [];
  if (roleId !== undefined) return { audience: "role", roleId: Number(roleId) };
  return text === "all" ? { audience: "all" } : {};
}

/** Somebody reloads the address: there is nothing to see. */
export function loader() {
  return redirect("/index");
}

/** Columns in the order of the form; `shown` names those that are ticked, `w.<name>` is a width. */
function columnsOf(form: FormData): ColumnChoice[] {
  const shown = form.getAll("shown").map(String);
  return [...new Set(form.getAll("c").map(String))]
    .filter((name) => names.test(name))
    .slice(0, 60)
    .map((name) => {
      const width = String(form.get(`w.${name}`) ?? "");
      return { name, shown: shown.includes(name), width: /^\d{1,4}$/.test(width) ? Math.min(800, Number(width)) : 0 };
    });
}

function moved(columns: ColumnChoice[], name: string, way: "up" | "down"): ColumnChoice[] {
  const from = columns.findIndex((column) => column.name === name);
  const to = from + (way === "up" ? -1 : 1);
  const [one, other] = [columns[from], columns[to]];
  if (!one || !other) return columns;
  return columns.map((column, place) => (place === from ? other : place === to ? one : column));
}

/** What is dragged on the list itself are the columns that are shown; those that are not keep their place at the end. */
function dragged(columns: ColumnChoice[], before: ColumnChoice[]): ColumnChoice[] {
  return [...columns, ...before.filter(({ name }) => !columns.some((column) => column.name === name))];
}
