/** Cards, by a seller who reads English: an annual card from its sale to its end, and a stored-value card that is spent. */
import { expect } from "vitest";
import { checkedIdentity } from "~server/backend/seed/identity";
import { expectAccessible } from "./accessible";
import { inEnglish, runConsole, type Visitor } from "./support";

const running = runConsole();

/** Names of this console's own things and people, which somebody typed. */
const names = /单人年卡|家庭年卡|季卡|园区消费卡|青云山风景区|碧湖水上乐园|系统管理员/g;

/** What a page says must be English, but for names. */
async function expectEnglish({ page, javaScript }: Visitor): Promise<void> {
  const text = (await page.locator("main").textContent()) ?? "";
  expect(text.replaceAll(names, "").match(/[\u4e00-\u9fff]+/g) ?? []).toEqual([]);
  if (javaScript) await expectAccessible(page);
}

inEnglish(
  running,
  "an annual card is sold, activated, lost, refused at the gate, replaced and cancelled",
  async (visitor) => {
    const { page } = visitor;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const identity = checkedIdentity(visitor.javaScript ? "11010119850505021" : "11010119850505022");
    await visitor.signIn("admin");

    await visitor.open("/seasonCard/seasonCardList/counter");
    await page.getByRole("navigation", { name: "Card type" }).getByRole("link", { name: "单人年卡" }).click();
    await page.getByRole("heading", { name: "Sell a new card" }).waitFor();
    await expectEnglish(visitor);
    await page.locator('[name="holderName.0"]').fill("Mary Smith");
    await button("Charge & sell").click();
    await page.getByText("Please check the fields marked below").waitFor();
    await page.locator('[name="holderIdentity.0"]').fill(identity);
    await page.locator('[name="mobile"]').fill("13800138311");
    await button("Charge & sell").click();
    await page.getByText(/^Sold CD/).waitFor();
    await expectEnglish(visitor);

    await button("Activate").click();
    await page.getByRole("heading", { name: /· Active$/ }).waitFor();
    const heading = (await page.getByRole("heading", { name: /· Active$/ }).textContent()) ?? "";
    const number = heading.split(" ")[0] ?? "";
    await button("Report loss").click();
    await page.getByRole("heading", { name: `${number} · Frozen` }).waitFor();

    await visitor.open("/manage/tktChevkPage");
    await page.locator('input[name="code"]').first().fill(number);
    await page.keyboard.press("Enter");
    await page.getByText(`Card ${number} is reported lost`).first().waitFor();

    await visitor.open(`/seasonCard/seasonCardList/counter?find=${identity}`);
    await button("Replace").click();
    await page
      .getByText(/^New card CD/)
      .first()
      .waitFor();
    await page.locator("#reason-cancel").fill("Moving away");
    await button("Cancel card").click();
    await page.getByRole("heading", { name: /· Cancelled$/ }).waitFor();
    await expectEnglish(visitor);
  },
);

inEnglish(
  running,
  "a stored-value card is sold, its purchase calculated and charged, and its statement read",
  async (visitor) => {
    const { page } = visitor;
    const [stock, passport] = visitor.javaScript ? ["70010003", "C01X00T47"] : ["70010004", "C01X00T48"];
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await visitor.signIn("admin");
    await visitor.open(`/smartCard/list/counter?find=${stock}`);
    await page.locator("#sell-holderName").fill("John Brown");
    await page.locator("#sell-document").selectOption({ label: "Passport" });
    await page.locator("#sell-identity").fill(passport);
    await page.locator("#sell-amount").fill("100");
    await button("Sell").click();
    await button("Take payment").click();
    await page.getByText("Enter the country that issued the passport, by name or three-letter code").waitFor();
    await page.locator("#sell-country").fill("Germany");
    await page.locator("#sell-amount").fill("6000");
    await button("Take payment").click();
    await page.getByText(/A registered card may hold at most/).waitFor();
    await page.locator("#sell-amount").fill("500");
    await button("Sell").click();
    await page.getByText("Principal ¥500.00, gift ¥40.00 (¥40.00 for ¥500.00 or more).").waitFor();
    await expectEnglish(visitor);
    await button("Take payment").click();
    await page.getByRole("heading", { name: /· Active$/, level: 2 }).waitFor();
    await expectEnglish(visitor);
    await page.getByText("Registered · John Brown · Passport Germany · C0*****4").waitFor();
    await page.locator("#f-amount").fill("100");
    await button("Calculate").click();
    await page.getByText("Charges ¥95.00: principal ¥95.00, gift ¥0.00.").waitFor();
    await button("Spend").click();
    await page.getByText("¥405.00").first().waitFor();
    await page.getByRole("link", { name: "Statement", exact: true }).click();
    await page
      .getByRole("heading", { name: /Statement/ })
      .first()
      .waitFor();
    await expectEnglish(visitor);
  },
);
