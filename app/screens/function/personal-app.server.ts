/** A personal app (`/personalApp/{menuCode}`): the view that its menu code names, told which app it stands for. */
import type { AppLoadContext } from "@remix-run/node";
import { functionViews } from "~/contract/function-views";
import { getSysSpecialMenuInfoList } from "~/contract/platform/function";
import { personalAppPage } from "~/contract/platform/personal-app";

export interface PersonalApp {
  name: string;
  /** The page that shows it, with the query id and isShowScene; null where no screen goes by the code. */
  page: string | null;
  /** Where its application lives, for a frame; null where it has none. */
  address: string | null;
}

/** Null for a path of another family, and for an app that the corp does not have. */
export async function personalAppAt(context: AppLoadContext, path: string): Promise<PersonalApp | null> {
  const code = /^\/personalApp\/([^/]{1,60})$/.exec(path)?.[1];
  if (!code) return null;
  // Silent (specification 8): a list that cannot be had is an empty one.
  const apps = (await context.dispatch.call(getSysSpecialMenuInfoList, {})) ?? [];
  const app = apps.find(({ menuCode }) => menuCode === code);
  if (!app) return null;
  const screen = Object.hasOwn(functionViews, code) ? functionViews[code] : undefined;
  const query = new URLSearchParams({ id: String(app.id), isShowScene: app.isShowScene });
  if (screen) return { name: app.menuName, page: `${screen}?${query}`, address: null };
  const elsewhere = await context.dispatch.call(personalAppPage, { menuCode: code }, { silent: true });
  return { name: app.menuName, page: null, address: elsewhere?.url ?? null };
}
