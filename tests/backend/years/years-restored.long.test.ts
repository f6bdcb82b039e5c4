/** A backup that holds a closed year, restored. */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeYear } from "~/contract/years/year";
import { backup } from "~server/backend/db/archive";
import { restore } from "~server/backend/db/restore";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
const january = new Date("2027-01-05T10:00:00+08:00");
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(() => backend.close());

const workOf = ({ database }: TestBackend) => createWorker({ database, kinds: allKinds, now: () => january }).drain();
async function closed(): Promise<number> {
  backend.setNow(january);
  const begun = await backend.call(closeYear, { year: "2026", reason: "年终结账", idempotencyKey: fresh("year") });
  expect(begun.message).toBe("");
  await workOf(backend);
  return begun.data.id;
}
const agrees = { status: "closed", found: "agrees" };
const late = (of: TestBackend) =>
  of.sql("update payment set account_name = 'x' where at < '2027-01-01'").then(
    () => "",
    (error: Error) => error.message,
  );

test("a backup is restored with its closed years: the seal holds, and the year is refused there as well", async () => {
  await park.sell({ paymentType: "cash" });
  const year = await closed();
  const folder = mkdtempSync(path.join(tmpdir(), "console-years-"));
  const other = await openTestBackend();
  try {
    const file = path.join(folder, "backup");
    await backup(backend.database, createWriteStream(file));
    await restore(other.database, file, { force: true });
    other.setNow(january);
    expect(await late(other)).toContain("lies in a closed year");
    // Sessions do not go with it: the seal is asked by the job.
    await other.sql(
      "insert into job (corp_code, kind, payload) values ('0001', 'checkYear', jsonb_build_object('yearId', $1::bigint))",
      [year],
    );
    await other.sql("update closed_year set job_id = (select max(id) from job)");
    await workOf(other);
    expect(await other.sql("select status, check_state as found from closed_year")).toEqual([agrees]);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true });
  }
});
