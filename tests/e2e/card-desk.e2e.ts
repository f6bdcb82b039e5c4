/** Beside the sale of a card: its photograph by camera, the card on a phone, and cards for a company from a list. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { runConsole, type Visitor, withoutScripts, withScripts } from "./support";

const running = runConsole();
const counter = "/seasonCard/seasonCardList/counter";

/** Sells one at the counter; its page is open afterwards. */
async function sell(visitor: Visitor, type: string, identity: string): Promise<void> {
  const { page } = visitor;
  await visitor.signIn("admin");
  await visitor.open(counter);
  await page.getByRole("navigation", { name: "卡类型" }).getByRole("link", { name: type, exact: true }).click();
  // The form of the type that was open before is taken away when this one's is there.
  await page.locator('nav a[aria-current="true"]', { hasText: type }).waitFor();
  await page.locator('[name="holderName.0"]').fill("林晓彤");
  await page.locator('[name="holderIdentity.0"]').fill(identity);
  await page.locator('[name="mobile"]').fill("13800138222");
  await page.getByRole("button", { name: "收款售卡", exact: true }).click();
  await page.getByText(/^已售出 CD/).waitFor();
}

withScripts(running, "a holder is photographed at the counter, and the camera is off afterwards", async (visitor) => {
  const { page, javaScript } = visitor;
  await page.addInitScript(() => {
    const all: MediaStream[] = [];
    Object.assign(window, { streams: all });
    const { mediaDevices } = navigator;
    if (!mediaDevices) return;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (asked) => {
      if (sessionStorage.getItem("refuse")) throw new DOMException("no", "NotAllowedError");
      const stream = await real(asked);
      all.push(stream);
      return stream;
    };
  });
  await sell(visitor, "季卡", checkedIdentity(javaScript ? "11010119870707011" : "11010119870707012"));
  /** Activated, read at the gate: its keeper has the photograph before them. */
  const seenAtTheGate = async () => {
    await page.getByRole("button", { name: "激活", exact: true }).click();
    const heading = page.getByRole("heading", { name: /· 有效$/ });
    await heading.waitFor();
    const number = (await heading.textContent())?.split(" ")[0] ?? "";
    await visitor.open("/manage/tktChevkPage");
    await page
      .getByRole("textbox", { name: /票号|证件/ })
      .first()
      .fill(number);
    await page.keyboard.press("Enter");
    const photo = page.getByRole("img", { name: "林晓彤 的照片" });
    await photo.waitFor();
    await photo.evaluate((one: HTMLImageElement) => one.decode());
    if (javaScript) await expectAccessible(page);
  };
  const input = page.locator('input[name="photos.upload"]');
  if (!javaScript) {
    // A phone opens its camera at once; a picture is sent with the form.
    expect(await input.getAttribute("capture")).toBe("environment");
    const { picture } = await import("../backend/files/uploading");
    await input.setInputFiles({ name: "照片.jpg", mimeType: "image/jpeg", buffer: await picture("jpeg") });
    await page.getByRole("button", { name: "保存照片" }).click();
    await page.getByText("照片已保存").waitFor();
    await seenAtTheGate();
    return;
  }
  const open = page.getByRole("button", { name: "拍照", exact: true });
  await page.evaluate(() => sessionStorage.setItem("refuse", "1"));
  await open.click();
  await page.getByRole("alert").getByText("浏览器没有允许使用摄像头").waitFor();
  await page.evaluate(() => sessionStorage.removeItem("refuse"));
  await open.click();
  await page.waitForFunction(() => (document.querySelector("video")?.videoWidth ?? 0) > 0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "拍下", exact: true }).click();
  await page.getByRole("link", { name: "照片.jpg" }).waitFor();
  const live = () =>
    page.evaluate(() =>
      (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
        stream.getTracks().map(({ readyState }) => readyState),
      ),
    );
  expect(await live()).toEqual(["ended"]);
  // Upright, and no larger than it need be.
  const address = (await page.getByRole("link", { name: "照片.jpg" }).getAttribute("href")) ?? "";
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, address);
  expect((size[0] ?? 0) / (size[1] ?? 1)).toBeCloseTo(3 / 4, 1);
  expect(size[0]).toBeLessThanOrEqual(720);
  // Opened once more and closed without a picture.
  await open.click();
  await page.getByRole("button", { name: "关闭摄像头", exact: true }).click();
  expect(await live()).toEqual(["ended", "ended"]);
  await page.getByRole("button", { name: "保存照片" }).click();
  await page.getByText("照片已保存").waitFor();
  await seenAtTheGate();
});

withoutScripts(
  running,
  "a card is given out to a phone, opens there without a sign-in, and is taken back",
  async (visitor) => {
    const { page } = visitor;
    await sell(visitor, "单人年卡", checkedIdentity(visitor.javaScript ? "11010119870707013" : "11010119870707014"));
    await page.getByRole("button", { name: "激活", exact: true }).click();
    await page.getByRole("heading", { name: /· 有效$/ }).waitFor();
    await page.getByRole("button", { name: "发放电子卡", exact: true }).click();
    await page.getByText("请持卡人现在扫码").waitFor();
    if (visitor.javaScript) await expectAccessible(page);
    const address = await page.locator("#card-wallet-link").inputValue();
    const holder = await visitor.another({ viewport: { width: 390, height: 844 } });
    const answer = await holder.page.goto(address);
    expect(answer?.headers().refresh).toMatch(/^\d+$/);
    await holder.page.getByRole("heading", { name: "单人年卡" }).waitFor();
    await holder.page.getByText("林晓彤").waitFor();
    await holder.page.getByRole("img", { name: "入园码" }).waitFor();
    await holder.page.getByText("截图无效").waitFor();
    if (visitor.javaScript) await expectAccessible(holder.page);
    await page.getByRole("button", { name: "收回电子卡", exact: true }).click();
    await page.getByText(/的电子卡已收回$/).waitFor();
    holder.expectProblem(/404/);
    await holder.page.goto(address);
    await holder.page.getByRole("alert").getByText("链接无效").waitFor();
  },
);

withoutScripts(
  running,
  "a company's people get cards from a list: what is wrong is said, then all are paid at once",
  async (visitor) => {
    const { page, javaScript } = visitor;
    const mark = javaScript ? "1" : "2";
    await visitor.signIn("admin");
    await visitor.open(counter);
    await page.getByRole("link", { name: "团体办卡", exact: true }).click();
    await page.getByRole("heading", { name: "团体办卡" }).waitFor();
    await page.getByRole("navigation", { name: "卡类型" }).getByRole("link", { name: "单人年卡", exact: true }).click();
    await page.getByRole("heading", { name: "3. 上传名单" }).waitFor();
    if (javaScript) await expectAccessible(page);
    const choose = async (lines: string[]) => {
      const file = { name: "名单.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) };
      await page.getByLabel("文件", { exact: true }).setInputFiles(file);
      if (javaScript) await page.getByRole("link", { name: "名单.csv" }).waitFor();
      await page.getByRole("button", { name: "上传并检查" }).click();
    };
    const person = (at: number) => `员工${at},${checkedIdentity(`110101198808080${mark}${at}`)},1380013833${at}`;
    await choose(["姓名,身份证号,手机", person(1), "员工2,110101199001011230,13800138332"]);
    await page.getByText("有 1 行不对").first().waitFor();
    await page.getByText("身份证号码不正确").waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByRole("link", { name: "换一份名单" }).click();
    await choose(["姓名,身份证号,手机", person(1), person(2), person(3)]);
    await page.getByText("全部无误").waitFor();
    await page.locator('[name="company"]').fill("青云软件有限公司");
    // Paid in several ways that are not what is due: said there, and what was typed stays.
    await page.getByText("组合付款", { exact: true }).first().click();
    await page.locator('[name="pay.wechat"]').fill("1");
    await page.getByRole("button", { name: "收款并办 3 张卡" }).click();
    await page.locator(".counter-split").getByRole("alert").waitFor();
    expect(await page.locator('[name="company"]').inputValue()).toBe("青云软件有限公司");
    await page.locator('[name="pay.wechat"]').fill("");
    if (javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "收款并办 3 张卡" }).click();
    await page.getByText("已办 3 张卡").waitFor();
    await page.getByText("青云软件有限公司").waitFor();
    expect(await page.locator("tbody tr").count()).toBe(3);
    if (javaScript) await expectAccessible(page);
  },
);
