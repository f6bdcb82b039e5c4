/** The slider puzzle on the sign-in page: by mouse, by finger, by keyboard, and by a click without scripts. */
import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { findNotch } from "~tests/support/puzzle";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor } from "./support";

const running = runConsole();
const refused = /status of 4(22|09|28)/;

/** Three wrong passwords, then the puzzle stands there. */
async function failThrice(visitor: Visitor, accName: string): Promise<void> {
  const { page } = visitor;
  visitor.expectProblem(refused);
  await visitor.open("/login");
  for (let round = 0; round < 3; round += 1) {
    await page.getByLabel("账号").fill(accName);
    await page.getByLabel("密码").fill("wrong");
    // The form goes once its work is done; until then the answer before stands there.
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.keyboard.press("Enter");
    await answer;
    await page.getByRole("alert").waitFor();
  }
  await page.locator("slide-captcha").waitFor();
}

/** Of the pictures that the puzzle shows now. */
async function notchOf(page: Page): Promise<number> {
  const [picture, piece] = await page
    .locator("slide-captcha .puzzle img")
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  return (await findNotch(picture ?? "", piece ?? "")).x;
}

async function drag(page: Page, distance: number): Promise<void> {
  const box = await page.getByRole("slider").boundingBox();
  if (!box) throw new Error("no slider");
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 6 });
  await page.mouse.up();
}

async function signInNow(page: Page, role: string): Promise<void> {
  await page.getByLabel("密码").fill(running.account(role).password);
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  await page.waitForURL("**/index");
}

describe("the puzzle", () => {
  journeyOf(running, "1w 2.7a 2.7b 4.4a 4.4b 4.4c 4.4d 4.4e 8k 9g by mouse: wrong, then right", async (visitor) => {
    const { page } = visitor;
    await failThrice(visitor, running.account("seller").accName);
    await page.getByRole("button", { name: "点击按钮进行验证" }).click();
    await page.getByText("拖动滑块完成拼图").waitFor();
    await expectAccessible(page);
    const right = await notchOf(page);
    const before = await page.locator("slide-captcha .puzzle img").first().getAttribute("src");
    await drag(page, right > 130 ? right - 60 : right + 60);
    await page.getByText("验证失败：拖动滑块将悬浮图像正确拼合").waitFor();
    await page.waitForFunction(() => {
      const slider = document.querySelector("slide-captcha")?.shadowRoot?.querySelector("input");
      return slider?.value === "0" && slider.disabled;
    });
    await page.waitForFunction(
      (old) => document.querySelector("slide-captcha")?.shadowRoot?.querySelector("img")?.src !== old,
      before,
    );
    await drag(page, await notchOf(page));
    await page.getByText("验证成功").waitFor();
    await page.getByText("验证通过").waitFor();
    await signInNow(page, "seller");
  });

  journeyOf(running, "4.4b by keyboard: arrows and Enter", async (visitor) => {
    const { page } = visitor;
    await failThrice(visitor, running.account("gatekeeper").accName);
    await page.getByRole("button", { name: "点击按钮进行验证" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("slider").waitFor();
    const distance = await notchOf(page);
    for (let step = 0; step < distance; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText("验证通过").waitFor();
    await signInNow(page, "gatekeeper");
  });

  journeyOf(
    running,
    "2.7a without scripts: a click on the notch signs in",
    async (visitor) => {
      const { page } = visitor;
      await failThrice(visitor, running.account("manager").accName);
      await page.getByLabel("密码").fill(running.account("manager").password);
      const picture = page.locator("slide-captcha [type=image]");
      const piece = (await page.locator("slide-captcha").getAttribute("piece")) ?? "";
      const { x, y } = await findNotch((await picture.getAttribute("src")) ?? "", piece);
      expect(await page.content()).not.toContain("notch=");
      await picture.click({ position: { x: x + 20, y } });
      await page.waitForURL("**/index");
    },
    { javaScriptEnabled: false },
  );

  journeyOf(
    running,
    "4.4 without scripts: a click beside it says so, and Enter in the password field does not click",
    async (visitor) => {
      const { page } = visitor;
      await failThrice(visitor, "nobody-at-all");
      await page.getByLabel("密码").fill("wrong");
      await page.locator("slide-captcha [type=image]").click({ position: { x: 3, y: 3 } });
      await page.getByText("验证失败：拖动滑块将悬浮图像正确拼合").waitFor();
      await page.getByLabel("密码").fill("wrong");
      await page.keyboard.press("Enter");
      await page.getByText("登录失败次数较多，请先完成图片验证").waitFor();
    },
    { javaScriptEnabled: false },
  );
});
