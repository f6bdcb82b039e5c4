/** A tenant's own host name, the picture of its sign-in page, and who gets in there. */
import path from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import { openDatabase } from "~server/backend/db/database";
import { createCorp } from "~server/backend/first-start";
import { expectAccessible } from "./accessible";
import { arrangeSaas } from "./saas";
import { inBothModes, inEnglish, runConsole, type Visitor } from "./support";

/** One a journey, and one whose people come to the wrong door. */
const tenants = { "5001": "松涛谷", "5002": "落霞湖", "5003": "Pine Valley", "5004": "Mirror Lake", "5009": "月牙泉" };

const running = runConsole({}, async (dataDir) => {
  await arrangeSaas(dataDir);
  const database = await openDatabase({ dataDir: path.resolve(dataDir) });
  await database.system(async (tx) => {
    for (const [code, name] of Object.entries(tenants)) await createCorp(tx, code, name);
  });
  // An administrator each, with the password of head office's.
  await database.pool.query(`
    insert into account (corp_code, acc_name, name, acc_type, password_hash, must_change_password, is_real_name)
    select t.code, 'chief', t.name, a.acc_type, a.password_hash, a.must_change_password, a.is_real_name
    from tenant t, account a
    where a.corp_code = '0001' and a.acc_name = 'admin' and t.code like '500_'
  `);
  await database.close();
});

interface Words {
  host: string;
  save: string;
  form: RegExp;
  taken: RegExp;
  gone: RegExp;
  undo: string;
  wrongDoor: RegExp;
  apply: string;
  picture: string;
  large: RegExp;
  saved: string;
}

const zh: Words = {
  ...{ host: "专属域名", save: "保存", form: /请填写完整的域名/, taken: /这个域名已属于租户/, gone: /已移除域名/ },
  ...{ undo: "恢复这个域名", wrongDoor: /其他单位的账号请从自己的登录页登录/, apply: "还不是租户？申请入驻" },
  ...{ picture: "登录页背景图", large: /图片压缩后仍有 \d+ KB，最多 150 KB/, saved: "保存成功" },
};
const en: Words = {
  ...{ host: "Own host name", save: "Save", form: /Enter a full host name/, taken: /belongs to the tenant/ },
  ...{ gone: /was removed\. Anyone/, undo: "Put it back", wrongDoor: /sign in on their own page/ },
  ...{ apply: "Not a tenant yet? Apply here", picture: "Sign-in picture", large: /is still \d+ KB after compression/ },
  saved: "Saved",
};

const plainLine = /Cross-Origin-Opener-Policy header has been ignored/;

const jpeg = (noise: boolean) =>
  noise
    ? sharp({
        create: {
          width: 1000,
          height: 1000,
          channels: 3,
          noise: { type: "gaussian", mean: 128, sigma: 90 },
          background: "#000",
        },
      })
        .jpeg({ quality: 70 })
        .toBuffer()
    : sharp({ create: { width: 1600, height: 900, channels: 3, background: "#3a7ca5" } })
        .jpeg()
        .toBuffer();

async function journey(visitor: Visitor, words: Words, code: keyof typeof tenants): Promise<void> {
  const { page, javaScript, open } = visitor;
  const port = new URL(running.url).port;
  const host = `t${code}.tenant.example`;
  const own = `http://${host}:${port}`;
  const press = (what: string) => page.getByRole("button", { name: what, exact: true }).first().click();

  // Without TLS, as here, Chromium says of every page that it passes over one of its headers.
  visitor.expectProblem(plainLine);
  // Nobody's name yet: the console does not answer to it.
  expect((await page.goto(`${own}/login`))?.status()).toBe(421);

  await visitor.signIn("admin");
  await open("/tenantManage/list");
  await page.getByRole("link", { name: tenants[code], exact: true }).first().click();
  await page.waitForURL(/\/tenantManage\/list\/\d+$/);
  await open(`${new URL(page.url()).pathname}/host`);
  const field = page.getByLabel(words.host, { exact: true });
  await field.fill(`http://${host}`);
  await press(words.save);
  await page.getByText(words.form).waitFor();
  expect(await field.inputValue()).toBe(`http://${host}`);
  if (javaScript) await expectAccessible(page);
  await field.fill(host.toUpperCase());
  await press(words.save);
  await page.getByText(words.saved).first().waitFor();
  expect(await field.inputValue()).toBe(host);
  // Taken away and put back.
  await field.fill("");
  await press(words.save);
  await page.getByText(words.gone).waitFor();
  if (javaScript) await expectAccessible(page);
  await press(words.undo);
  await page.getByText(words.saved).first().waitFor();
  expect(await field.inputValue()).toBe(host);

  // The answer that nobody has the name holds for a quarter of a minute.
  await expect
    .poll(async () => (await page.goto(`${own}/login`))?.status(), { timeout: 25_000, interval: 500 })
    .toBe(200);
  const corp = page.locator("[name=corpCode]");
  expect(await corp.inputValue()).toBe(code);
  expect(await page.getByRole("link", { name: words.apply }).count()).toBe(0);
  const signIn = async (as: string) => {
    await corp.fill(as);
    await page.locator("[name=accName]").fill(as === "0001" ? "admin" : "chief");
    await page.locator("[name=password]").fill(running.account("admin").password);
    await page.locator("button[type=submit].button-primary").click();
  };
  await signIn("5009");
  await page.getByText(words.wrongDoor).waitFor();
  if (javaScript) await expectAccessible(page);
  await signIn(code);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  expect(new URL(page.url()).host).toBe(`${host}:${port}`);

  // Its picture, set there by itself.
  await page.goto(`${own}/system/brand`);
  await visitor.ready();
  const input = page.locator("[name='signInImg.upload']");
  await input.setInputFiles({ name: "noise.jpg", mimeType: "image/jpeg", buffer: await jpeg(true) });
  await press(words.save);
  await page.getByText(words.large).waitFor();
  await page.locator("[name='signInImg.remove']").check();
  await input.setInputFiles({ name: "lake.jpg", mimeType: "image/jpeg", buffer: await jpeg(false) });
  await press(words.save);
  await page.getByText(words.saved).first().waitFor();
  if (javaScript) await expectAccessible(page);

  // Whoever comes without a session sees it behind the form; on a phone it is not asked for.
  for (const [width, count] of [
    [1440, 1],
    [390, 0],
  ] as const) {
    const other = await visitor.another({ viewport: { width, height: 844 }, locale: words === en ? "en-GB" : "zh-CN" });
    other.expectProblem(plainLine);
    const asked: string[] = [];
    other.page.on("request", (request) => {
      if (request.url().includes(`/img/${code}/`)) asked.push(request.url());
    });
    await other.page.goto(`${own}/login`);
    await other.page.waitForLoadState("networkidle");
    expect(asked).toHaveLength(count);
    await other.page.screenshot({ path: `.cache/e2e/sign-in-${code}-${width}.png` });
  }
  // Head office's support gets in by the same door.
  const support = await visitor.another({});
  support.expectProblem(plainLine);
  await support.page.goto(`${own}/login`);
  await support.page.locator("[name=corpCode]").fill("0001");
  await support.page.locator("[name=accName]").fill("admin");
  await support.page.locator("[name=password]").fill(running.account("admin").password);
  await support.page.locator("button[type=submit].button-primary").click();
  await support.page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

inBothModes(running, "a tenant has a host name, a sign-in page of its own, and nobody else's accounts", (visitor) =>
  journey(visitor, zh, visitor.javaScript ? "5001" : "5002"),
);
inEnglish(running, "a tenant has a host name, a sign-in page of its own, and nobody else's accounts", (visitor) =>
  journey(visitor, en, visitor.javaScript ? "5003" : "5004"),
);
