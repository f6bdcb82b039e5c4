/** Who may write by a file: what would be changed by hand with two buttons is not changed by a file without them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { pos } from "~/contract/ticket/gate";
import { refuseUnlessMayWrite } from "~server/backend/imports/may-write";
import { Forbidden } from "~server/backend/kernel/refusal";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const asked = (held: string[], existing: "refuse" | "change") =>
  backend.database.tenant("0001", async (db) => {
    const may = async (button: string) => held.includes(button);
    const refused = await refuseUnlessMayWrite({ db, may }, pos, existing).catch((error: unknown) => error);
    return refused instanceof Forbidden ? refused.message : (refused ?? "may");
  });

test("new rows alone take the import's own button, which the method asks for", async () => {
  expect(await asked([], "refuse")).toBe("may");
});

test("changing what is there takes the buttons that add and edit, both", async () => {
  const { add, edit } = pos.buttons;
  expect(await asked([add, edit], "change")).toBe("may");
  const refusals = [await asked([], "change"), await asked([add], "change"), await asked([edit], "change")];
  expect(refusals).not.toContain("may");
  // By name, the button that lacks, and no code of it.
  expect(new Set(refusals).size).toBe(2);
  for (const message of refusals) expect(message).not.toContain("pos:");
});
