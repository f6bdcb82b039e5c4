/** The specification's statements as data, and how tests are told to prove them. */
import { describe, expect, test } from "vitest";
import { sectionOf, statements, statementsOf } from "../spec/statements";
import { allTests, marksOf, testsIn } from "../spec/titles";

describe("the statements", () => {
  test("every section is there, ids are unique and follow one another", () => {
    const ids = statements.map(({ id }) => id);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    const sections = ["1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "3"];
    const later = ["4.1", "4.2", "4.3", "4.4", "4.5", "5", "6", "7", "8", "9"];
    expect([...new Set(statements.map(({ section }) => section))]).toEqual([...sections, ...later]);
    for (const section of sections.concat(later)) {
      const own = statements.filter((statement) => statement.section === section).map(({ id }) => id);
      const whole = [...new Set(own.map((id) => id.replace(/([a-z])\.\d+$/, "$1")))];
      expect(whole).toEqual(whole.map((_, place) => named(section, place)));
      for (const id of whole) {
        const pages = own.filter((one) => one.startsWith(`${id}.`) && /[a-z]$/.test(id));
        expect(pages).toEqual(pages.map((_, place) => `${id}.${place + 1}`));
      }
    }
  });

  test("a line that cannot be read is refused, not left out", () => {
    expect(() => statementsOf("- 2.5a shel: tabs are closable")).toThrow("2.5a");
    expect(sectionOf("5ac")).toBe("5");
    expect(sectionOf("4.2.10")).toBe("4.2");
    expect(sectionOf("2.7b")).toBe("2.7");
    expect(sectionOf("2.3f.12")).toBe("2.3");
  });
});

/** The id of a section's statement by its place. */
function named(section: string, place: number): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  if (section === "4.2") return `4.2.${place + 1}`;
  return section + (place < 26 ? letters[place] : `a${letters[place - 26]}`);
}

describe("titles", () => {
  test("begin with ids, or with a section", () => {
    expect(marksOf("2.5a, 2.5c 4.2.10 closing 3 tabs")).toEqual(["2.5a", "2.5c", "4.2.10"]);
    expect(marksOf("2.3f.1 2.3f.2 /sysRole/list")).toEqual(["2.3f.1", "2.3f.2"]);
    expect(marksOf("8 a refusal is a notice")).toEqual(["8"]);
    expect(marksOf("150 sales at once of 100 places")).toEqual([]);
    expect(marksOf("10,000 numbers of a day")).toEqual([]);
  });

  test("are found in every form, and skipped tests are not", () => {
    const source = `
      describe("2.5a the strip", () => {
        test("closes", () => {});
        test.each([1])("2.5b %s", () => {});
        test.skip("2.5c", () => {});
        inBothModes(running, "2.5d more", async () => {});
      });
      test("of nothing in particular", () => {});`;
    expect(testsIn("x.test.ts", source).map(({ marks }) => marks)).toEqual([["2.5a"], ["2.5b"], ["2.5d"]]);
  });

  test("name only statements and sections that there are", () => {
    const known = new Set(statements.flatMap(({ id, section }) => [id, section]).concat("2", "4"));
    const unknown = allTests("tests").filter(({ marks }) => marks.some((one) => !known.has(one)));
    expect(unknown.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
  });
});
