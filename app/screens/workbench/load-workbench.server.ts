/** What the workbench drawer shows of the corp's applications and links. */
import type { ConsoleContext } from "~/contract/context";
import { applicationState, canOpen, isWebAddress } from "~/contract/platform/application-window";
import type { UserInfo } from "~/contract/platform/session";
import { quickLinkList } from "~/contract/platform/workbench";
import { isShownFile } from "~/contract/shown-file";
import { headOffice } from "~/contract/wire";
import { localPath } from "~/shell/local-path";
import type { WorkbenchView } from "~/widgets/workbench-links";

/** The application behind "enter workbench". */
const workbenchApp = "workbench";

/** Nothing where the call does not succeed: specification 8 has it silent. */
export async function listsOf({ dispatch, session }: ConsoleContext, { id }: UserInfo) {
  const lists = await dispatch.call(quickLinkList, { thirdToken: session.thirdToken, id });
  return lists ?? { corpApplicationDTOList: [], quickLinkDTOList: [], subjectCode: "" };
}

export async function loadWorkbench(context: ConsoleContext, user: UserInfo): Promise<WorkbenchView> {
  const { corpApplicationDTOList, quickLinkDTOList } = await listsOf(context, user);
  const listed = corpApplicationDTOList.filter(({ appCode }) => appCode !== workbenchApp);
  return {
    enter: listed.length < corpApplicationDTOList.length && (await mayEnter(context, user)),
    links: quickLinkDTOList
      .map((link) => ({ ...link, icon: ownPicture(link.icon), url: linkAddress(link.url) }))
      .filter(({ url }) => url !== ""),
    applications: listed.map((app) => {
      const { label, color } = applicationState(app);
      const { appCode, appName, expirationTime, tenantName } = app;
      const shown = { appCode, appName, expirationTime, tenantName, appIcon: ownPicture(app.appIcon) };
      return { ...shown, color, statusLabel: label(), open: canOpen(app) };
    }),
  };
}

/** Specification 6: asked for only outside head office and for real-name accounts; shown where the parameter says T. */
async function mayEnter(context: ConsoleContext, { corpCode, isRealName }: UserInfo): Promise<boolean> {
  if (corpCode === headOffice || isRealName === "F") return false;
  return (await context.parameter("showWordStationLink")) === "T";
}

function ownPicture(address: string): string {
  return isShownFile(address) ? address : "";
}

function linkAddress(url: string): string {
  return isWebAddress(url) ? url : localPath(url, "");
}
