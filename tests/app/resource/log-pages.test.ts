/** A log that came whole is shown newest first, by pages. */
import { expect, test } from "vitest";
import { logPages } from "~/resource/log-pages.server";

const entries = Array.from({ length: 23 }, (_, n) => ({ at: `${n}`, title: `${n}`, detail: "", by: "" }));
const shown = (path: string, of = entries) => {
  const { entries: page, older, newer } = logPages({ path }, of);
  return [page.map(({ at }) => Number(at)), older, newer];
};

test("4 the newest first, ten a page, and the address of the page stays", () => {
  const path = "/offlineOrderDetail?id=7";
  expect(shown(path)).toEqual([[22, 21, 20, 19, 18, 17, 16, 15, 14, 13], `${path}&log=2`, null]);
  expect(shown(`${path}&log=2`)).toEqual([[12, 11, 10, 9, 8, 7, 6, 5, 4, 3], `${path}&log=3`, path]);
  expect(shown(`${path}&log=3`)).toEqual([[2, 1, 0], null, `${path}&log=2`]);
});

test("4 a page that there is not is the last; nothing is one empty page", () => {
  expect(shown("/x?log=99")).toEqual(shown("/x?log=3"));
  expect(shown("/x?log=../1")).toEqual(shown("/x"));
  expect(shown("/x", [])).toEqual([[], null, null]);
});
