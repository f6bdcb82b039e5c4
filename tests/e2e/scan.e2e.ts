/** What a gate's scanner does: the next ticket comes before the page has settled. */
import { expect } from "vitest";
import { journeyOf, runConsole } from "./support";

const running = runConsole();

journeyOf(
  running,
  "a scan right after a verdict counts, while the page is still fetching the list of checks",
  async (visitor) => {
    const { page } = visitor;
    await visitor.signIn("gatekeeper");
    await visitor.open("/manage/tktChevkPage");
    // The page asks for its data anew after every check: here that takes a while.
    await page.route("**/manage/tktChevkPage.data*", async (route) => {
      if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => undefined);
    });
    const scan = async (code: string) => {
      await page.getByLabel(/^扫描或输入票号/).fill(code);
      await page.keyboard.press("Enter");
      await page.getByRole("alert").getByText(`「${code}」`).waitFor({ timeout: 2_500 });
    };
    await scan("FIRSTSCAN");
    await scan("SECONDSCAN");
    expect(await page.getByRole("alert").textContent()).toContain("SECONDSCAN");
  },
);
