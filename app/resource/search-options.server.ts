/** Searching the choices of a field: for the list that opens as one types, and for the page that a form leads to. */
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { hasRows } from "~/contract/field-kinds";
import { inSentence } from "~/contract/in-sentence";
import { m } from "~/contract/messages";
import type { AnyResource, Option } from "~/contract/resource";
import type { Typed } from "~/form/submission.server";
import { labelOf } from "./cells.server";
import { findByPath } from "./find-resource.server";

/** A name of an input leads to its field: `lines[0].guideId` is `lines.guideId`. */
export function fieldKey(input: string): string {
  return input.replace(/\[\d+\]/g, "");
}

export async function searchOptions({
  request,
  context,
}: LoaderFunctionArgs): Promise<{ options: Option[]; more: boolean }> {
  const query = new URL(request.url).searchParams;
  const resource = findByPath(context.path.split("?")[0] ?? "");
  const { field = "", q = "", pageNo = "1", exact = "" } = Object.fromEntries(query);
  return search(context, resource, field, q, pageNo, exact === "1");
}

function search(
  context: AppLoadContext,
  resource: AnyResource,
  field: string,
  q: string,
  pageNo: string,
  exact = false,
) {
  const asked = {
    field: field.slice(0, 80),
    q: q.slice(0, 60),
    pageNo: /^[1-9]\d{0,3}$/.test(pageNo) ? Number(pageNo) : 1,
    ...(exact && { exact }),
  };
  return context.dispatch.call(resource.methods.options, asked);
}

export interface SearchView {
  /** Name of the input that is chosen for. */
  input: string;
  label: string;
  q: string;
  pageNo: number;
  options: Option[];
  more: boolean;
}

/** The search that a form leads to: `search:<input>` or `search:<input>:<page>`; null for any other intent. */
export async function searchView(
  context: AppLoadContext,
  resource: AnyResource,
  intent: string,
  typed: Typed,
): Promise<SearchView | null> {
  const [verb, input = "", page = "1"] = intent.split(":");
  const [outer = "", inner] = fieldKey(input).split(".");
  const field = Object.hasOwn(resource.fields, outer) ? resource.fields[outer] : undefined;
  const searched = hasRows(field) ? field.fields[inner ?? ""] : field;
  if (verb !== "search" || searched?.kind !== "reference") return null;
  const q = typed["search.q"] ?? "";
  const found = await search(context, resource, fieldKey(input), q, page);
  return {
    input,
    label: m.forms_search_title({ label: inSentence(labelOf(searched)) }),
    q,
    pageNo: Number(page) || 1,
    ...found,
  };
}
