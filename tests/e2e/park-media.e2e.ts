/** Pictures and rich text of a park, with scripts and without; uploads on a line that fails; the widgets around them. */
import { describe, expect } from "vitest";
import { richText } from "~/widgets/rich-text/rich-text.server";
import { allowedRichText } from "~server/backend/kernel/rich-text";
import { picture } from "~tests/backend/files/uploading";
import { payloads } from "~tests/support/xss-payloads";
import { expectAccessible } from "./accessible";
import { journeyOf, runConsole, type Visitor, withScripts } from "./support";

const running = runConsole();

const png = async (name: string) => ({ name, mimeType: "image/png", buffer: await picture("png", 300, 200) });
const save = ({ page }: Visitor) => page.getByRole("button", { name: "保存", exact: true }).click();
const chosen = ({ page }: Visitor) => page.locator("input[name=photos]");

describe("files and rich text of a row", () => {
  withScripts(running, "5x 7ac 7ag photos and introduction of a park", async (visitor) => {
    const { page, javaScript } = visitor;
    await visitor.signIn("admin");
    await visitor.open("/manage/parkList/new");
    await page.getByLabel(/^编码/).fill(`M${javaScript ? 1 : 2}`);
    await page.getByLabel(/^名称/).fill("云海");
    await page.locator("[name='photos.upload']").setInputFiles([await png("山门.png"), await png("湖.png")]);
    if (javaScript) {
      await expect.poll(() => chosen(visitor).count(), { timeout: 15_000 }).toBe(2);
      await page.getByRole("textbox", { name: "介绍" }).fill("看日出的好地方");
      await expectAccessible(page);
    } else {
      await page.locator("[name=introduction]").fill("<p>看日出的好地方<img src=x onerror=alert(1)></p>");
    }
    await save(visitor);
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    const thumbs = page.locator(".facts .thumbs img");
    await expect.poll(() => thumbs.count()).toBe(2);
    await page.locator(".rich-content", { hasText: "看日出的好地方" }).waitFor();
    expect(await page.locator("[onerror]").count()).toBe(0);
    if (javaScript) await expectAccessible(page);
    const address = await page.locator(".facts .thumbs a").first().getAttribute("href");
    const led = await page.request.get(address ?? "", { maxRedirects: 0 });
    expect([led.status(), led.headers().location]).toEqual([302, expect.stringMatching(/\?expires=\d+&signature=/)]);
    const nobody = await fetch(new URL(led.headers().location ?? "", running.url));
    expect([nobody.status, nobody.headers.get("content-type")]).toEqual([200, "image/png"]);

    await page.getByRole("link", { name: "编辑" }).click();
    await page.waitForURL(/\/edit$/);
    await visitor.ready();
    const first = page.locator(".upload-item", { has: page.locator("[title='山门.png']") });
    await first.locator("summary").click();
    if (javaScript) await first.getByRole("button", { name: "移除" }).click();
    else await first.getByRole("checkbox").check();
    await save(visitor);
    await page.waitForURL(/\/manage\/parkList\/\d+$/);
    await expect.poll(() => thumbs.count()).toBe(1);
    await page.getByText("湖.png").first().waitFor();
  });

  journeyOf(
    running,
    "4.5a 4.5c 5u 5w a form waits for what is under way, and a dropped line is tried again",
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      await visitor.open("/manage/parkList/1/edit");
      const held: (() => void)[] = [];
      await page.route("**/upload?*", async (route) => {
        await new Promise<void>((resolve) => held.push(resolve));
        await route.abort();
      });
      const wait = "请等待所有图片上传成功 或 出现了网络问题，请刷新页面重新上传！";
      const upload = page.locator("[name='photos.upload']");
      await upload.setInputFiles(await png("夜景.png"));
      await page.getByRole("progressbar").waitFor();
      await save(visitor);
      await page.getByText(wait).waitFor();
      expect(new URL(page.url()).pathname).toBe("/manage/parkList/1/edit");
      await expect.poll(() => held.length).toBe(1);
      held[0]?.();
      await page.getByText("网络中断，文件没有传完，请重新上传").waitFor();
      await page.unroute("**/upload?*");
      await page.getByRole("button", { name: "重新上传" }).click();
      // Beside the one that the demonstration has.
      await expect.poll(() => chosen(visitor).count()).toBe(2);
      await page.locator(".upload-item .badge", { hasText: "新" }).waitFor();
      await upload.setInputFiles(await Promise.all(Array.from({ length: 9 }, (_, n) => png(`${n}.png`))));
      await page.getByText("当前限制选择 9 个文件，本次选择了 9 个文件，共选择了 11 个文件").waitFor();

      await page.getByRole("button", { name: "插入图片" }).click();
      const dialog = page.getByRole("dialog", { name: "上传图片" });
      await page.route("**/upload?*", () => {});
      await dialog.locator("input[type=file]").setInputFiles(await png("远山.png"));
      await dialog.getByRole("button", { name: "确定" }).click();
      await dialog.getByText(wait).waitFor();
      visitor.expectProblem(/ERR_FAILED/);
    },
  );
});

describe("the widgets around", () => {
  journeyOf(
    running,
    "9i 9k 9n 9r a dialog, a heading that stays, a search as one types, the way back up",
    async (visitor) => {
      const { page } = visitor;
      await visitor.signIn("admin");
      await visitor.open("/manage/parkList/1/edit");
      await page.getByRole("button", { name: "插入图片" }).click();
      const dialog = page.getByRole("dialog", { name: "上传图片" });
      expect(await dialog.evaluate((element) => getComputedStyle(element).zIndex)).toBe("1000");
      await page.mouse.click(5, 5);
      expect(await dialog.isVisible()).toBe(true);
      await dialog.getByRole("button", { name: "取消" }).click();
      const top = page.getByRole("link", { name: "回到顶部" });
      expect(
        await top.evaluate((element) => {
          const { position, bottom, right } = getComputedStyle(element);
          return { position, bottom, right };
        }),
      ).toEqual({ position: "fixed", bottom: "80px", right: "20px" });

      await visitor.open("/manage/parkList");
      const frame = page.locator(".table-frame").first();
      expect(
        await frame.evaluate((element) => window.innerHeight - Number.parseFloat(getComputedStyle(element).maxHeight)),
      ).toBe(161);
      expect(
        await frame
          .locator("thead th")
          .first()
          .evaluate((element) => getComputedStyle(element).position),
      ).toBe("sticky");

      await visitor.open("/ticket/ticketEdit?id=1");
      const asked: number[] = [];
      page.on("request", (request) => {
        if (request.url().includes("/options?")) asked.push(Date.now());
      });
      const box = page.getByRole("combobox", { name: /闸机组/ });
      await box.fill("西");
      await box.fill("西门");
      const typed = Date.now();
      const option = page.getByRole("option", { name: /西门/ });
      await option.waitFor();
      expect(asked).toHaveLength(1);
      expect((asked[0] ?? 0) - typed).toBeGreaterThan(250);
      await option.hover();
      await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
      await page.mouse.move(5, 5);
      expect(await option.getAttribute("aria-selected")).toBe("true");
      await expect.poll(() => option.getAttribute("aria-selected")).toBe("false");
    },
  );

  journeyOf(running, "5z what is filtered runs nothing in a browser either", async ({ page }) => {
    const said: string[] = [];
    page.on("dialog", (dialog) => {
      said.push(dialog.message());
      void dialog.dismiss();
    });
    const filtered = payloads.map((payload) => richText(allowedRichText(payload)));
    await page.goto("about:blank");
    await page.setContent(`<main>${filtered.join("\n")}</main>`);
    const elements = await page.evaluate(() =>
      [...document.querySelectorAll("main *")].map((element) => ({
        name: element.localName,
        attributes: element.getAttributeNames(),
        // As the browser understands it, whatever stands there.
        scheme: element instanceof HTMLAnchorElement && element.hasAttribute("href") ? element.protocol : "",
      })),
    );
    const names = new Set(elements.map(({ name }) => name));
    const attributes = new Set(elements.flatMap((element) => element.attributes));
    expect([...names].filter((name) => !"a span p div strong em i br audio img".split(" ").includes(name))).toEqual([]);
    const allowed = "href title target rel src alt width height controls".split(" ");
    expect([...attributes].filter((name) => !allowed.includes(name))).toEqual([]);
    const schemes = new Set(elements.map(({ scheme }) => scheme));
    expect([...schemes].filter((scheme) => /script|data|file|blob/.test(scheme))).toEqual([]);
    expect(said).toEqual([]);
  });
});
