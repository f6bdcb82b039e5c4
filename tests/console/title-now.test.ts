/** Tabs that were opened in one language are called in that of now, as far as their names are ours. */

import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { m } from "~/contract/messages";
import { localeStorage } from "~/i18n/locale.server";
import { titleNow } from "~server/console/routes";

const page = (id: string, path: string, meta: unknown) => ({
  id,
  path,
  parentId: "root",
  module: { meta, default: null },
});
const build = {
  routes: {
    own: page("own", "/changePassword", () => [{ title: m.jobs_kind_export() }]),
    detail: page("detail", "/orders/:id", ({ data }: { data?: { name: string } }) => [{ title: data?.name ?? "" }]),
    bare: page("bare", "/bare", undefined),
  },
} as unknown as ServerBuild;
const now = (locale: "zh-CN" | "en", path: string, kept: string) =>
  localeStorage.run(locale, () => titleNow(build, path, kept));

test("a name of ours follows the language, either way", () => {
  expect(now("en", "/changePassword", "导出")).toBe("Export");
  expect(now("zh-CN", "/changePassword", "Export")).toBe("导出");
  expect(now("en", "/changePassword", "Export")).toBe("Export");
});

test("what a page says of what it shows stays, and so does what nobody knows", () => {
  expect(now("en", "/changePassword", "OD20261120000001")).toBe("OD20261120000001");
  expect(now("en", "/orders/7", "王秀英")).toBe("王秀英");
  expect(now("en", "/orders/7", "")).toBe("");
  for (const path of ["/bare", "/nowhere"]) expect(now("en", path, "导出")).toBe("导出");
});
