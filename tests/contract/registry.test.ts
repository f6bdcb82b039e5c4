/** The registry holds every method that a resource declares, and no resource that must not be. */
import { expect, test } from "vitest";
import { group, secret, text } from "~/contract/field-kinds";
import { methods, resources } from "~/contract/registry";
import { methodsOf, resource } from "~/contract/resource";

test("every resource has the methods of its list and form, and those of its import beside them", () => {
  const known = new Set(methods.map(({ business, name }) => `${business}/${name}`));
  for (const resource of resources) {
    const names = methodsOf(resource).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    // One with pages of its own has of the engine its list and its file.
    const usual = resource.pages ? ["List", "ListExport"] : ["List", "Get", "Options", "Changes"];
    expect(names).toEqual(expect.arrayContaining(usual.map((verb) => resource.noun + verb)));
    if (resource.imports) expect(names).toContain(`${resource.noun}ImportGet`);
    expect(names.filter((name) => !known.has(`${resource.business}/${name}`))).toEqual([]);
  }
  expect(resources.some(({ imports }) => imports !== null)).toBe(true);
});

test("a secret in a group, which nothing would seal where it is kept, is refused at the declaration", () => {
  const label = () => "";
  const declaration = (fields: Parameters<typeof group>[0]) =>
    resource("manage", "probe", {
      title: label,
      path: "/manage/probe",
      fun: "parkList",
      nameField: "name",
      defaultSort: { field: "id", order: "asc" },
      fields: { name: text({ label }), key: secret({ label }), devices: group(fields, { label }) },
    });
  expect(() => declaration({ pin: secret({ label }) })).toThrow(
    "probe: the secret pin would be kept readable in the group devices",
  );
  expect(declaration({ pin: text({ label }) }).fields.devices.kind).toBe("group");
});
