import { beforeEach, expect, test } from "vitest";
import { dropAllUnsent, dropUnsent, dropUnsentOf, keepUnsent, mayBeKept, readUnsent, type Shelf } from "~/line/unsent";

let kept: Map<string, string>;
let shelf: Shelf;
beforeEach(() => {
  kept = new Map([["other", "1"]]);
  shelf = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
});
const of = (fields: Record<string, string[]>, account = "0001/7") => ({ account, at: 5, fields });

test("what is typed is added to what is kept of the page, and read by whoever typed it", () => {
  keepUnsent(shelf, "/a", of({ "0 name": ["x"], "0 day": ["1"] }));
  keepUnsent(shelf, "/a", of({ "0 name": ["xy"] }));
  expect(readUnsent(shelf, "/a", "0001/7")?.fields).toEqual({ "0 name": ["xy"], "0 day": ["1"] });
  expect(readUnsent(shelf, "/b", "0001/7")).toBeNull();
});

test("another account finds nothing, and what the first one left is gone", () => {
  keepUnsent(shelf, "/a", of({ "0 name": ["x"] }));
  expect(readUnsent(shelf, "/a", "0001/8")).toBeNull();
  expect(readUnsent(shelf, "/a", "0001/7")).toBeNull();
});

test("fields that were emptied again, and forms beyond all measure, leave nothing", () => {
  keepUnsent(shelf, "/a", of({ "0 name": ["x"] }));
  keepUnsent(shelf, "/a", of({ "0 name": [""] }));
  expect(kept.size).toBe(1);
  keepUnsent(shelf, "/a", of({ "0 name": ["x".repeat(100_001)] }));
  expect(kept.size).toBe(1);
});

test("sent: its page's go; signed out: all go, and nothing of others", () => {
  for (const address of ["/a", "/b"]) keepUnsent(shelf, address, of({ "0 name": ["x"] }));
  dropUnsent(shelf, "/a");
  expect([...kept.keys()]).toEqual(["other", "unsent /b"]);
  dropAllUnsent(shelf);
  expect([...kept.keys()]).toEqual(["other"]);
});

test("what was sold under one address of a counter is offered under none of its others", () => {
  for (const address of ["/counter", "/counter?find=7", "/counter?card=7&amount=50", "/counters", "/b?of=/counter"])
    keepUnsent(shelf, address, of({ "0 amount": ["50"] }));
  dropUnsentOf(shelf, "/counter");
  expect([...kept.keys()]).toEqual(["other", "unsent /counters", "unsent /b?of=/counter"]);
});

test("a shelf that is full or closed costs the offer and nothing else", () => {
  const full = {
    ...shelf,
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  expect(() => keepUnsent(full, "/a", of({ "0 name": ["x"] }))).not.toThrow();
  kept.set("unsent /a", "{no json");
  expect(readUnsent(shelf, "/a", "0001/7")).toBeNull();
});

test("secrets are never kept, by type, name or what the browser fills in", () => {
  const text = { name: "name", type: "text", autocomplete: "off" };
  expect(mayBeKept(text)).toBe(true);
  for (const type of ["password", "hidden", "file"]) expect(mayBeKept({ ...text, type })).toBe(false);
  for (const name of ["", "oldpass", "smsPwd", "appSecret", "checkCode", "accessToken"])
    expect(mayBeKept({ ...text, name }), name).toBe(false);
  for (const autocomplete of ["one-time-code", "new-password", "cc-number"])
    expect(mayBeKept({ ...text, autocomplete })).toBe(false);
});
