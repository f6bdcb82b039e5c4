/** docs/settings.md and docs/settings.zh-CN.md: every setting with its default, from what the program reads. */
import { settingDefaults, standardSettings } from "../../config";
import { type Chapter, chapters } from "../../settings-words";

type Language = "en" | "zh";

const frame = {
  en: {
    title: "Settings",
    intro:
      "By environment, read once at the start. Written by `npm run docs` from [server/config.ts](../server/config.ts) and its words. What is wrong stops the start with a sentence; a name that the console does not know and that looks like one of these is named in the log and by `npm run doctor`. On and off: `1` and `0`. 中文：[settings.zh-CN.md](settings.zh-CN.md).",
    head: "| setting | default | |",
    none: "not set",
  },
  zh: {
    title: "设置",
    intro:
      "以环境变量设置，启动时读取一次。本页由 `npm run docs` 根据 [server/config.ts](../server/config.ts) 生成。设置有误时启动会终止并说明原因；与下列名称相近而未知的变量会在日志和 `npm run doctor` 中指出。开与关：`1` 与 `0`。English: [settings.md](settings.md).",
    head: "| 设置 | 默认值 | |",
    none: "不设",
  },
};

export function settingsDocument(language: Language): string {
  const { title, intro, head, none } = frame[language];
  const shown = (value: string) => (value === "" ? none : `\`${value}\``);
  const defaults: Readonly<Record<string, string>> = { ...settingDefaults, ...standardSettings };
  const rows = ({ settings }: Chapter) =>
    Object.entries(settings).map(
      ([name, words]) => `| \`${name}\` | ${shown(defaults[name] ?? "")} | ${words[language].replaceAll("|", "\\|")} |`,
    );
  const parts = chapters.map((chapter) =>
    [`## ${chapter.title[language]}`, "", head, "|---|---|---|", ...rows(chapter), ""].join("\n"),
  );
  return [`# ${title}`, "", intro, "", ...parts].join("\n");
}
