/** What the database itself refuses of a file: the row is named, and of all rows none is written. */
import { expect, it } from "vitest";
import { pos } from "~/contract/ticket/gate";
import { csv, importing } from "./importing";
import { heading, posFiles } from "./pos-files";

const at = posFiles();
const { row, codes } = at;
const file = () => csv([heading, row("P-1"), row("P-2"), row("P-3")]);

/** A rule that only the database knows. */
const forbid = () => at.backend.sql("alter table pos add constraint pos_not_this check (code <> 'P-2')");

it("of all rows none: the one that it refuses is named, and the others wait for a better file", async () => {
  const { checked, run, work, view } = importing(at.backend, pos.imports);
  const { id } = await checked(file(), "a.csv");
  await forbid();
  expect((await run(id, "all")).success).toBe(true);
  await work();
  const after = await view(id);
  expect(after.state).toBe("checked");
  expect(after.page.records.map(({ line, state, errors }) => [line, state, errors.length])).toEqual([
    [2, "good", 0],
    [3, "bad", 1],
    [4, "good", 0],
  ]);
  expect(await codes()).toEqual([]);
  expect(await at.backend.sql("select 1 from audit_log where thing = 'pos' and method like '%Import%'")).toEqual([]);
});

it("of good rows the others are written, and the one that it refuses says so", async () => {
  const { checked, run, work, view } = importing(at.backend, pos.imports);
  const { id } = await checked(file(), "a.csv");
  await forbid();
  await run(id, "good");
  await work();
  expect((await view(id)).page.records.map(({ line, state }) => [line, state])).toEqual([
    [2, "done"],
    [3, "bad"],
    [4, "done"],
  ]);
  expect(await codes()).toEqual(["P-1", "P-3"]);
});

it("a code that somebody took since the file was checked is told at its cell", async () => {
  const { checked, run, work, view } = importing(at.backend, pos.imports);
  const { id } = await checked(file(), "a.csv");
  await at.backend.sql(
    "insert into pos (corp_code, code, name, park_id) select corp_code, 'P-3', '别人的', id from park limit 1",
  );
  await run(id, "all");
  await work();
  const wrong = (await view(id, at.backend.admin, "bad")).page.records;
  expect(wrong.map(({ line, errors }) => [line, errors])).toEqual([[4, [{ column: 0, message: "编码 P-3 已被使用" }]]]);
});
