/** System parameters are declared by the businesses, and computed from their manifests. */
import { expect, test } from "vitest";
import { command } from "~/contract/command";
import { manifests } from "~/contract/manifests";
import { m } from "~/contract/messages";
import { definitionOf } from "~/contract/parameter-declaration";
import { parameterProblem } from "~/contract/parameter-problem";
import { parameterCodes, parameterDefinitions, parameterGroups } from "~/contract/parameters";

test("1 each parameter is of one business, and has its place on the screen", () => {
  const declared = manifests.flatMap(({ parameters = {} }) => Object.keys(parameters));
  expect(declared.sort()).toEqual([...parameterCodes].sort());
  expect(new Set(declared).size).toBe(declared.length);
  expect(parameterGroups.flatMap(([, codes]) => codes).sort()).toEqual(declared);
  for (const [group, codes] of parameterGroups) {
    const places = codes.map((code) => parameterDefinitions[code].place);
    expect(new Set(places).size, group).toBe(places.length);
  }
});

test("1 what is found by its code is what the manifests have, and its default may be set", () => {
  for (const code of parameterCodes) {
    const definition = parameterDefinitions[code];
    expect(definitionOf(code)).toBe(definition);
    expect(parameterProblem(definition, definition.default), code).toBeNull();
  }
  expect(definitionOf("noSuch")).toBeNull();
});

test("1 a name that does not resolve fails the type check", () => {
  expect(command({ label: m.engine_edit, approval: { limit: "refundApprovalLimit" } }).approval.limit).toBeDefined();
  // @ts-expect-error: no business declares such a parameter
  command({ label: m.engine_edit, approval: { limit: "noSuchLimit" } });
});
