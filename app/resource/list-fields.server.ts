/** What a resource's list may be filtered and sorted by, from its fields. */
import type { Field } from "~/contract/field-kinds";
import { ownFieldIn } from "~/contract/own-fields";
import type { AnyResource } from "~/contract/resource";
import { labelOf } from "./cells.server";
import { type FilterSpec, type ListQuery, readListQuery } from "./parts/list-query.server";

export function listQueryOf(resource: AnyResource, url: URL): ListQuery {
  const fields = Object.entries(resource.fields);
  const specs = [...filterSpecs(fields), ...unknownOwn(resource, url)];
  return readListQuery(url, specs, sortsOf(resource, fields), { all: true });
}

/**
 * Before a list has answered nobody here knows what the corp has added: what the address asks of it is handed on as it
 * stands there, a range as a range.
 */
function unknownOwn(resource: AnyResource, url: URL): FilterSpec[] {
  if (ownFieldIn(resource) === null) return [];
  const asked = new Map<string, FilterSpec>();
  for (const key of url.searchParams.keys()) {
    const [, name = "", end] = /^(own_[A-Za-z0-9]{1,20})(\.from|\.to)?$/.exec(key) ?? [];
    if (name === "") continue;
    const days = end !== undefined && /-/.test(url.searchParams.get(key) ?? "");
    const several = url.searchParams.getAll(key).length > 1;
    const kind = end !== undefined ? (days ? "days" : "numbers") : several ? "choices" : "text";
    if (asked.get(name)?.kind !== "days") asked.set(name, { name, label: "", kind });
  }
  return [...asked.values()];
}

export function filterSpecs(fields: [string, Field][]): FilterSpec[] {
  return fields.flatMap(([name, field]) => {
    if (!field.filter) return [];
    const more = {
      ...(field.search === false && { hidden: true }),
      ...(field.kind === "date" && field.ends && { ahead: true }),
    };
    return [{ name, label: labelOf(field), kind: filterKind(field), ...more }];
  });
}

function filterKind(field: Field): FilterSpec["kind"] {
  if (field.kind === "boolean") return "flag";
  if (field.kind === "several") return "choices";
  if (field.kind === "dictionary" || field.kind === "reference") return field.filter === "anyOf" ? "choices" : "choice";
  if (field.kind === "tree" || field.choice) return "choice";
  if (field.kind === "money") return "amounts";
  if (field.kind === "number") return field.filter === "equals" ? "number" : "numbers";
  return field.filter === "between" ? "days" : "text";
}

/** Fields with a column of their own on the page. */
export function columnFields({ fields }: AnyResource): [string, Field][] {
  return Object.entries(fields).filter(([, { list }]) => list === true);
}

export function sortsOf(resource: AnyResource, fields: [string, Field][]): string[] {
  return ["id", resource.defaultSort.field, ...fields.filter(([, field]) => field.sort).map(([name]) => name)];
}
