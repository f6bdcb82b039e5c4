/** What a resource's list may be filtered and sorted by, from its fields. */
import type { Field } from "~/contract/field-kinds";
import type { AnyResource } from "~/contract/resource";
import { labelOf } from "./cells.server";
import { type FilterSpec, type ListQuery, readListQuery } from "./parts/list-query.server";

export function listQueryOf(resource: AnyResource, url: URL): ListQuery {
  const fields = Object.entries(resource.fields);
  return readListQuery(url, filterSpecs(fields), sortsOf(resource, fields), { all: true });
}

export function filterSpecs(fields: [string, Field][]): FilterSpec[] {
  return fields.flatMap(([name, field]) => {
    if (!field.filter) return [];
    return [{ name, label: labelOf(field), kind: filterKind(field), ...(field.search === false && { hidden: true }) }];
  });
}

function filterKind(field: Field): FilterSpec["kind"] {
  if (field.kind === "boolean") return "flag";
  if (field.kind === "several") return "choices";
  if (field.kind === "dictionary" || field.kind === "reference") return field.filter === "anyOf" ? "choices" : "choice";
  if (field.kind === "tree" || field.choice) return "choice";
  if (field.kind === "money") return "amounts";
  if (field.kind === "number") return "numbers";
  return field.filter === "between" ? "days" : "text";
}

/** Fields with a column of their own on the page. */
export function columnFields({ fields }: AnyResource): [string, Field][] {
  return Object.entries(fields).filter(([, { list }]) => list === true);
}

export function sortsOf(resource: AnyResource, fields: [string, Field][]): string[] {
  return ["id", resource.defaultSort.field, ...fields.filter(([, field]) => field.sort).map(([name]) => name)];
}
