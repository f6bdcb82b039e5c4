/** Messages by mail: an address that answers with its code, a choice by kind, and the link that stops it. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { runMailConsole } from "./mail-console";
import { inBothModes, inEnglish, type Visitor } from "./support";

const { running, letterTo, forget } = runMailConsole();

async function walk(
  visitor: Visitor,
  words: Record<
    "send" | "code" | "confirm" | "confirmed" | "mail" | "save" | "saved" | "stop" | "stopped" | "first",
    string | RegExp
  >,
  address: string,
) {
  const { page, javaScript } = visitor;
  const accessible = async () => {
    if (javaScript) await expectAccessible(page);
  };
  // An account gets five codes a day.
  await visitor.signIn(words.save === "Save" ? "admin" : "manager");
  await visitor.open("/message/mail");
  await accessible();
  await page.getByLabel(words.first).fill(address);
  await page.getByRole("button", { name: words.send }).click();
  const code = /\b(\d{6})\b/.exec(await letterTo(address))?.[1] ?? "";
  await page.getByLabel(words.code, { exact: true }).fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(/4/).first().waitFor();
  await accessible();
  await page.getByLabel(words.code, { exact: true }).fill(code);
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(words.confirmed).first().waitFor();
  await page.getByText(address, { exact: true }).waitFor();
  await visitor.ready();
  await page.getByRole("radio", { name: words.mail }).check();
  await page.getByRole("button", { name: words.save, exact: true }).click();
  await page.getByText(words.saved).first().waitFor();
  expect(await page.getByRole("radio", { name: words.mail }).isChecked()).toBe(true);
  await accessible();
  // A change of the address is told of by a notice, which goes to the new address.
  forget();
  await page.getByLabel(/新邮箱|New address/).fill(`new.${address}`);
  await page.getByRole("button", { name: words.send }).click();
  const again = /\b(\d{6})\b/.exec(await letterTo(`new.${address}`))?.[1] ?? "";
  forget();
  await page.getByLabel(words.code, { exact: true }).fill(again);
  await page.getByRole("button", { name: words.confirm }).click();
  await page.getByText(words.confirmed).first().waitFor();
  const link = /http:\S+\/apply\/stopMail\S+/.exec(await letterTo(`new.${address}`))?.[0] ?? "";
  await visitor.open(link);
  await page.getByText(/n\*\*\*@example\.org/).waitFor();
  await accessible();
  await page.getByRole("button", { name: words.stop }).click();
  await page.getByText(words.stopped).waitFor();
  await visitor.open("/message/mail");
  await page.getByLabel(words.first).waitFor();
}

inBothModes(
  running,
  "messages come by mail as one chooses, to an address that answered, until one stops it",
  (visitor) =>
    walk(
      visitor,
      {
        ...{ first: /接收邮箱/, send: "发送验证码", code: "验证码", confirm: "确认邮箱", confirmed: "邮箱已确认" },
        ...{ mail: "通知 立即发邮件", save: "保存", saved: "已保存", stop: "停止发送", stopped: /以后不会再向该邮箱/ },
      },
      `keeper${visitor.javaScript ? 1 : 2}@example.org`,
    ),
);

inEnglish(running, "messages come by mail in English", (visitor) =>
  walk(
    visitor,
    {
      ...{
        first: /Email address/,
        send: "Send code",
        code: "Code",
        confirm: "Confirm address",
        confirmed: "Address confirmed",
      },
      ...{
        mail: "Notice Email at once",
        save: "Save",
        saved: "Saved",
        stop: "Stop emails",
        stopped: /No more messages/,
      },
    },
    `reader${visitor.javaScript ? 1 : 2}@example.org`,
  ),
);
