/** A family at the seat sale: a pair of couple seats by one tick, a child's ticket, people without seats by policy; and a price that moved. */
import { expect } from "vitest";
import { theatrePolicy } from "~/contract/theatre/policy";
import { openTheatre } from "~tests/backend/theatre/support";
import { openBackendIn } from "~tests/support/backend";
import { createPark } from "~tests/support/park";
import { expectAccessible } from "./accessible";
import { inBothModes, runConsole } from "./support";

const sessions: number[] = [];

const running = runConsole({}, async (dataDir) => {
  const backend = await openBackendIn(dataDir);
  const { parkId } = await createPark(backend);
  const house = await openTheatre(backend, parkId, "1 oocc A\n2 oocc A");
  const day = new Date(Date.now() + 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  for (const time of ["14:00", "20:00"]) sessions.push(await house.addSession({ day, time }));
  await backend.saved(theatrePolicy.methods.save, {
    ...{ name: "童行票", how: "asked", off: 50, showId: null, days: "any", fromTime: null, untilTime: null },
  } as never);
  await backend.close();
});

inBothModes(
  running,
  "two couple seats by one tick, one of them at a child's price, and three without seats",
  async (visitor) => {
    const { page } = visitor;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const sessionId = sessions[visitor.javaScript ? 0 : 1];
    await visitor.signIn("admin");
    await visitor.open(`/theatre/seatSale?session=${sessionId}`);
    await page.getByRole("checkbox", { name: "1排3座，情侣座（与4座成对），A区，¥80.00，可售" }).check({ force: true });
    if (visitor.javaScript) {
      expect(await page.getByRole("checkbox", { name: /^1排4座/ }).isChecked()).toBe(true);
      await expectAccessible(page);
    }
    await button("保留所选座位").click();
    await page.getByText("已保留 2 座").first().waitFor();
    await page.getByRole("heading", { name: "已选 2 座" }).waitFor();
    await page.getByLabel("池座 1排4座 的票种").selectOption({ label: "童行票（减 50%）" });
    await button("改票种并算价").click();
    await page.locator(".seat-due", { hasText: "¥120.00" }).waitFor();
    await page.getByLabel("草坪 ¥30.00", { exact: true }).fill("2");
    await page.getByLabel("草坪 童行票 ¥15.00", { exact: true }).fill("1");
    // Too little cash: what was typed stays.
    await page.getByLabel("收款方式").selectOption("cash");
    await page.getByLabel("实收（元）").fill("1");
    await button("收款出票").click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByLabel("草坪 童行票 ¥15.00", { exact: true }).inputValue()).toBe("1");
    await page.getByLabel("实收（元）").fill("200");
    await button("收款出票").click();
    await page.getByText("出票成功").first().waitFor();
    await page.getByText("¥195.00").first().waitFor();
    expect(await page.locator(".seat-ticket", { hasText: "童行票" }).count()).toBe(2);
  },
);
