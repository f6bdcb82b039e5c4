/** The blocks of the workbench: those that the viewer's rights open, asked all at once and so in one trip. */
import type { ConsoleContext } from "~/contract/context";
import type { Method } from "~/contract/method";
import type { UserInfo } from "~/contract/platform/session";
import { headOffice } from "~/contract/wire";
import type { BlockView, HomeBlock, HomeViewer } from "../home-block";
import { manifests } from "../manifests";
import { drawn, type ShownBlock } from "./draw.server";

const blocks = manifests.flatMap(({ home = [] }) => home).toSorted((one, other) => one.place - other.place);

export async function loadBlocks(context: ConsoleContext, user: UserInfo): Promise<ShownBlock[]> {
  const isHeadOffice = user.corpCode === headOffice;
  const viewer = { isHeadOffice, isSaas: isHeadOffice && (await context.parameter("isSaasEdition")) === "T" };
  const shown = await Promise.all(
    blocksFor(user, viewer).map(async ({ asks, payload, shows }) => {
      // The page stands whatever becomes of one of its parts.
      const answer = await context.dispatch.call(asks, payload as never, { silent: true });
      return answer === undefined ? null : shows(answer as never);
    }),
  );
  return shown.flatMap((view) => (view ? [drawn(linkedFor(view, context.mayOpen))] : []));
}

export function blocksFor(user: UserInfo, viewer: HomeViewer): readonly HomeBlock[] {
  const may = callerFor(user);
  return blocks.filter(({ asks, unless, isFor }) => may(asks) && !(unless && may(unless)) && (isFor?.(viewer) ?? true));
}

/** As the backend asks it, which asks again. */
function callerFor({ sysFunctionsSet, sysButtonRolePOSet }: UserInfo) {
  const functions = new Set(sysFunctionsSet.map(({ funCode }) => funCode));
  const buttons = new Set(sysButtonRolePOSet.map(({ code }) => code));
  return ({ access }: Method): boolean => {
    if (typeof access !== "object") return access !== "user1";
    return [access.fun].flat().some((fun) => functions.has(fun)) && (!access.button || buttons.has(access.button));
  };
}

/** Without the links that would end at "not allowed". */
export function linkedFor(view: BlockView, mayOpen: (address: string) => boolean): BlockView {
  const linked = <T extends { to?: string | undefined }>(part: T): T =>
    part.to !== undefined && !mayOpen(part.to) ? { ...part, to: undefined } : part;
  const head = linked(view);
  return {
    ...head,
    ...("rows" in head && { rows: head.rows.map(linked) }),
    ...("figures" in head && { figures: head.figures.map(linked) }),
  } as BlockView;
}
