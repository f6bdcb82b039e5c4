/** The registry holds every method that a resource declares: an import's do not take the place of the form's. */
import { expect, test } from "vitest";
import { methods, resources } from "~/contract/registry";
import { methodsOf } from "~/contract/resource";

test("every resource has the methods of its list and form, and those of its import beside them", () => {
  const known = new Set(methods.map(({ business, name }) => `${business}/${name}`));
  for (const resource of resources) {
    const names = methodsOf(resource).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(
      expect.arrayContaining(["List", "Get", "Options", "Changes"].map((verb) => resource.noun + verb)),
    );
    if (resource.imports) expect(names).toContain(`${resource.noun}ImportGet`);
    expect(names.filter((name) => !known.has(`${resource.business}/${name}`))).toEqual([]);
  }
  expect(resources.some(({ imports }) => imports !== null)).toBe(true);
});
