import { expect, test } from "vitest";
import { swapOf } from "~/screens/ticket/counter-swap";

const form = {
  "quantity.1": "2",
  "quantity.2": "",
  "quantity.3": "5",
  "quantity.4": "1",
  namedTypes: "1,2,4",
  "visitorName.0": "甲",
  "visitorIdentity.0": "A0",
  "visitorName.1": "乙",
  "visitorIdentity.1": "B1",
  "visitorName.2": "丙",
  "visitorIdentity.2": "C2",
};
const people = (typed: Record<string, string> | null) =>
  [0, 1, 2].map((at) => `${typed?.[`visitorName.${at}`]}${typed?.[`visitorIdentity.${at}`]}`);

test("who takes another type stands among those of that type, and the numbers follow", () => {
  const typed = swapOf({ ...form, swap: "0/1/4" });
  expect([1, 2, 3, 4].map((id) => typed?.[`quantity.${id}`])).toEqual(["1", "", "5", "2"]);
  expect(people(typed)).toEqual(["乙B1", "甲A0", "丙C2"]);
  expect(typed?.swap).toBeUndefined();
});

test("a type that nobody had before may be taken", () => {
  const typed = swapOf({ ...form, swap: "2/4/2" });
  expect([1, 2, 4].map((id) => typed?.[`quantity.${id}`])).toEqual(["2", "1", ""]);
  expect(people(typed)).toEqual(["甲A0", "乙B1", "丙C2"]);
});

test("a swap that fits nothing is none", () => {
  for (const swap of [undefined, "", "0/4/1", "0/1/3", "9/1/2", "x", "0/1/99"])
    expect(swapOf({ ...form, ...(swap !== undefined && { swap }) })).toBeNull();
});
