/** A hall of ten thousand seats: drawn and moved about in by keys, or row by row without scripts; held and seen by another till. */
import { expect } from "vitest";
import { openTheatre } from "~tests/backend/theatre/support";
import { openBackendIn } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const rows = Array.from(
  { length: 100 },
  (_, at) => `${at + 1} ${"o".repeat(50)}_${"o".repeat(50)} ${at < 40 ? "A" : "B"}`,
);
let sessionId = 0;

const running = runConsole({}, async (dataDir) => {
  const backend = await openBackendIn(dataDir);
  const { parkId } = await createPark(backend);
  const house = await openTheatre(backend, parkId, rows.join("\n"));
  const tomorrow = new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  sessionId = await house.addSession({ day: tomorrow });
  await backend.close();
});

inBothModes(running, "seats of a hall of ten thousand are chosen and held", async (visitor) => {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open(`/theatre/seatSale?session=${sessionId}`);
  if (visitor.javaScript) {
    const map = page.getByRole("application", { name: "池座座位图" });
    await page.getByText("正在读取座位图…").waitFor({ state: "detached" });
    await map.focus();
    // From the first seat of the first row: two to the right, one row down.
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await page.getByText("2排3座，普通座，A区，¥80.00，可售").waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.getByText("图上已选 2 座").waitFor();
    await page.getByText("2排4座，普通座，A区，¥80.00，可售，已选中").waitFor();
    await expectAccessible(page);
  } else {
    await page.getByRole("link", { name: "97–100 排" }).click();
    await page.getByRole("checkbox", { name: /^98排1座/ }).check({ force: true });
    await page.getByRole("checkbox", { name: /^98排2座/ }).check({ force: true });
    expect(await page.getByRole("application").count()).toBe(0);
  }
  await page.getByRole("button", { name: "保留所选座位", exact: true }).click();
  await page.getByText("已保留 2 座").first().waitFor();
  await page.getByRole("heading", { name: "已选 2 座" }).waitFor();
  if (visitor.javaScript) await page.getByText("图上已选 0 座").waitFor();
  // One stays where one was in the hall.
  else await page.getByRole("rowheader", { name: "98" }).waitFor();
  await page.getByRole("button", { name: "放弃选座", exact: true }).click();
  await page.getByRole("heading", { name: "已选 0 座" }).waitFor();
});
