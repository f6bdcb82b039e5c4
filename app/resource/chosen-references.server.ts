/** A list that shows the rows of one thing hands that thing to its form: `new?agencyId=7` begins with the agency chosen. */
import type { AnyResource } from "~/contract/resource";

const idText = /^[1-9]\d{0,14}$/;

/** Ids by the names of reference fields that a new form asks for, as an address has them; nonsense is left out. */
export function chosenReferences({ fields }: AnyResource, query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const id = query.get(name) ?? "";
      return field.kind === "reference" && field.form !== false && idText.test(id) ? [[name, id] as const] : [];
    }),
  );
}

/** The address of a new form with what the list is filtered by. */
export function withChosenReferences(form: string, resource: AnyResource, query: URLSearchParams): string {
  const chosen = new URLSearchParams(chosenReferences(resource, query)).toString();
  return chosen === "" ? form : `${form}${form.includes("?") ? "&" : "?"}${chosen}`;
}
