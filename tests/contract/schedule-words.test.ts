import { expect, test } from "vitest";
import { scheduleWords } from "~/contract/platform/schedule-words";

test.each([
  ["* * * * *", "每分钟"],
  ["*/5 * * * *", "每 5 分钟"],
  ["25 * * * *", "每小时 25 分"],
  ["5,20,35,50 * * * *", "每小时 05、20、35、50 分"],
  ["40 2 * * *", "每天 02:40"],
  ["0 8 1 * *", "每月 1 日 08:00"],
  ["0 8 * * 1", "每周一 08:00"],
  ["0 8-18 * * *", "0 8-18 * * *"],
])("%s is %s", (cron, words) => {
  expect(scheduleWords(cron)).toBe(words);
});
