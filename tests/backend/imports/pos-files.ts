/** For each test a backend with a park, and files of its points of sale. */
import { afterEach, beforeEach } from "vitest";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";

export interface PosFiles {
  backend: TestBackend;
  park: TestPark;
  parkCode: string;
}

export const heading = ["编码 *", "名称 *", "景区 *", "窗口", "打印机 *"];

export function posFiles() {
  const at = {} as PosFiles;
  beforeEach(async () => {
    at.backend = await openTestBackend();
    at.park = await createPark(at.backend);
    at.parkCode = (await at.backend.sql<{ code: string }>("select code from park"))[0]?.code ?? "";
  });
  afterEach(() => at.backend.close());
  return Object.assign(at, {
    /** Of the heading. */
    row: (code: string) => [code, `终端 ${code}`, at.parkCode, "", "A4"],
    /** Without the park's own. */
    codes: async () =>
      (await at.backend.sql<{ code: string }>("select code from pos order by id")).map(({ code }) => code).slice(1),
    /**
     * Rows of this code are not written: as if the process had gone there. Answers how to go on.
     */
    async dieAt(code: string): Promise<() => Promise<unknown>> {
      await at.backend.sql(`create function die() returns trigger language plpgsql as
        $$ begin if new.code = '${code}' then raise exception 'killed'; end if; return new; end $$`);
      await at.backend.sql("create trigger die before insert or update on pos for each row execute function die()");
      return () => at.backend.sql("drop trigger die on pos");
    },
  });
}
