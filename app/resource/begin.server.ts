/** Where a list without rows leads on: to what its rows need first, or to where the first of them are made. */
import type { AppLoadContext } from "@remix-run/node";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import { resources } from "~/contract/registry";
import type { AnyResource, Option } from "~/contract/resource";
import { pagesOf } from "./find-resource.server";
import type { ListView } from "./parts/view";
import { mayPress } from "./row-commands.server";

type Begin = NonNullable<ListView["begin"]>;

/** `options` are the choices of its fields: a reference that has to be chosen, and has none, comes first. */
export function beginOf(
  context: AppLoadContext,
  resource: AnyResource,
  options: Record<string, Option[]>,
): Begin | undefined {
  const makes = !resource.readOnly && (!resource.pages || resource.pages.create !== undefined);
  if (!makes || !mayPress(context, resource.buttons.add)) return undefined;
  const needed = Object.entries(resource.fields).find(
    ([name, field]) =>
      field.kind === "reference" &&
      field.required &&
      !field.remote &&
      field.form !== false &&
      options[name]?.length === 0,
  )?.[1];
  const first = needed?.kind === "reference" ? resources.find(({ noun }) => noun === needed.to) : undefined;
  if (first) {
    const to = leading(context, first) ?? (mayPress(context, first.buttons.add) ? pagesOf(first).create : undefined);
    return to === undefined ? undefined : { label: m.engine_first({ thing: inSentence(first.title()) }), to };
  }
  const to = leading(context, resource);
  return resource.begin && to !== undefined ? { label: resource.begin.label(), to } : undefined;
}

function leading({ mayOpen }: AppLoadContext, { begin }: AnyResource): string | undefined {
  return begin && mayOpen(begin.to) ? begin.to : undefined;
}
