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

/** `options` are the choices of its fields: what has to be chosen and is not there comes first. */
export function beginOf(
  context: AppLoadContext,
  resource: AnyResource,
  options: Record<string, Option[]>,
): Begin | undefined {
  const makes = !resource.readOnly && (!resource.pages || resource.pages.create !== undefined);
  if (!makes || !mayPress(context, resource.buttons.add)) return undefined;
  const own = leading(context, resource);
  const first = firstOf(neededBy(resource).flatMap(([name, noun]) => (options[name]?.length === 0 ? [noun] : [])));
  if (first) {
    const to = leading(context, first);
    if (to) return { label: m.engine_first({ thing: inSentence(first.title()) }), to };
    // Where the first rows are made together, what they need is made with them.
    if (!own && mayPress(context, first.buttons.add))
      return { label: m.engine_first({ thing: inSentence(first.title()) }), to: pagesOf(first).create };
  }
  return resource.begin && own ? { label: resource.begin.label(), to: own } : undefined;
}

/** Fields whose row has to be chosen, with the noun that it is of. */
function neededBy({ fields }: AnyResource): [field: string, noun: string][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string][] =>
    field.kind === "reference" && field.required && !field.remote && field.form !== false ? [[name, field.to]] : [],
  );
}

/** Of what is missing, what needs none of the others: a park before its gate groups. */
function firstOf(missing: readonly string[]): AnyResource | undefined {
  const found = resources.filter(({ noun }) => missing.includes(noun));
  return found.find((one) => neededBy(one).every(([, noun]) => !missing.includes(noun))) ?? found[0];
}

function leading({ mayOpen }: AppLoadContext, { begin }: AnyResource): string | undefined {
  return begin && mayOpen(begin.to) ? begin.to : undefined;
}
