/** The technician's tasks: one run out of its turn and found in its log, another paused and resumed. */
import { expect } from "vitest";
import { expectAccessible } from "./accessible";
import { inBothModes, inEnglish, moreOf, runConsole, type Visitor } from "./support";

const running = runConsole();

interface Words {
  title: string;
  task: string;
  run: string;
  started: string;
  pause: string;
  resume: string;
  log: string;
  done: string;
  active: string;
  paused: string;
}

async function look(visitor: Visitor, words: Words): Promise<void> {
  const { page, javaScript } = visitor;
  const row = () => page.getByRole("row").filter({ hasText: words.task });
  // Shorter words leave room for all commands in the row; longer ones stand behind its menu.
  const press = async (name: string) => {
    const hasMenu = (await row().locator(".row-menu").count()) > 0;
    await (hasMenu ? await moreOf(row()) : row()).getByRole("button", { name, exact: true }).click();
  };
  await visitor.signIn("admin");
  await visitor.open("/schedule/taskList?pageSize=100");
  await page.getByRole("heading", { name: words.title, exact: true }).first().waitFor();
  if (javaScript) await expectAccessible(page);
  await row().getByRole("button", { name: words.run, exact: true }).click();
  await page.getByText(words.started).first().waitFor();
  for (let tries = 0; tries < 60 && (await row().getByText(words.done).count()) === 0; tries += 1) {
    await page.waitForTimeout(300);
    await visitor.open("/schedule/taskList?pageSize=100");
  }
  await row().getByText(words.done).waitFor();
  await press(words.pause);
  await row().getByText(words.paused, { exact: true }).waitFor();
  await press(words.resume);
  await row().getByText(words.active, { exact: true }).waitFor();
  await row().getByRole("link", { name: words.log }).click();
  await page.waitForURL(/scheduleId=/);
  await page.getByRole("table").getByText(words.done).first().waitFor();
  // Of this task alone, once the list of tasks has given way to that of its runs.
  const runs = page.locator("tbody tr");
  const ofOthers = async () => (await runs.count()) - (await runs.filter({ hasText: words.task }).count());
  await expect.poll(ofOthers).toBe(0);
  if (javaScript) await expectAccessible(page);
}

inBothModes(running, "a task is run out of its turn, paused, resumed, and its runs are found", (visitor) =>
  look(visitor, {
    ...{ title: "任务", task: "未使用的票到期", run: "立即执行", started: "任务已提交", pause: "暂停", resume: "恢复" },
    ...{ log: "执行记录", done: "已完成", active: "启用", paused: "已暂停" },
  }),
);
inEnglish(running, "a task is run out of its turn, paused, resumed, and its runs are found", (visitor) =>
  look(visitor, {
    ...{ title: "Tasks", task: "Expiry of unused tickets", run: "Run now", started: "Task submitted", pause: "Pause" },
    ...{ resume: "Resume", log: "Run log", done: "Done", active: "Active", paused: "Paused" },
  }),
);
