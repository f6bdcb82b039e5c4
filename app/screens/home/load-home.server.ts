/** What the workbench shows beside its blocks: what waits, messages, and the way to functions. A part that cannot be had is left out. */
import type { ConsoleContext } from "~/contract/context";
import { type Message, m } from "~/contract/messages";
import type { AnswerOf, Method } from "~/contract/method";
import { formatYuan } from "~/contract/money";
import { approvalList } from "~/contract/platform/approval";
import type { FunctionNode } from "~/contract/platform/function";
import { messageList } from "~/contract/platform/message";
import type { UserInfo } from "~/contract/platform/session";
import { shellState } from "~/contract/platform/shell";
import { localPath } from "~/shell/local-path";
import { loadBlocks } from "./load-blocks.server";

export interface Entry {
  name: string;
  url: string;
}

/** What most people come for, in order of use. */
const quickEntries: Record<string, [icon: string, text: Message]> = {
  buyTktList: ["sell", m.home_sell],
  tktChevkPage: ["scan", m.home_check],
  buyTktLog: ["log", m.home_log],
  networkOrderList: ["orders", m.home_network_orders],
  offlineOrderList: ["orders", m.home_offline_orders],
  refundList: ["refund", m.home_refunds],
  ticketList: ["ticket", m.home_types],
  pricePolicyList: ["price", m.home_policies],
  quotaList: ["quota", m.home_quota],
  tktParkGate: ["gate", m.home_gates],
};

export function quickOf({ sysFunctionsSet }: Pick<UserInfo, "sysFunctionsSet">) {
  const granted = new Map(sysFunctionsSet.map((node) => [node.funCode, node]));
  return Object.entries(quickEntries).flatMap(([code, [icon, text]]) => {
    const node = granted.get(code);
    return node ? [{ name: node.funName, url: node.funUrl, icon, text: text() }] : [];
  });
}

export async function loadHome(context: ConsoleContext, user: UserInfo) {
  const [blocks, messages, state] = await Promise.all([
    loadBlocks(context, user),
    ask(context, messageList, { state: "unread", pageSize: 5 }),
    ask(context, shellState, {}),
  ]);
  // The frame has counted them: most people are asked nothing.
  const waiting = state?.approvals ? await ask(context, approvalList, { pageSize: 5 }) : undefined;
  return {
    blocks,
    approvals: state?.approvals ?? 0,
    requests: (waiting?.records ?? [])
      .filter(({ mayDecide }) => mayDecide)
      .map(({ id, what, amount, reason, askedBy, askedAt }) => ({
        ...{ id, what, reason, askedBy },
        at: askedAt.slice(5, 16),
        amount: amount > 0 ? `¥${formatYuan(amount)}` : "",
      })),
    messages: (messages?.records ?? []).map(({ id, kind, title, at, link }) => ({
      key: `${kind} ${id}`,
      title,
      at,
      link: localPath(link, ""),
    })),
    unread: messages?.otherData.unread ?? 0,
    favourites: entriesOf(user.sysFunctionsSet, state?.favourites),
    recent: entriesOf(user.sysFunctionsSet, state?.recent),
  };
}

/** The page stands whatever becomes of one of its parts. */
function ask<M extends Method>(
  { dispatch }: ConsoleContext,
  method: M,
  payload: object,
): Promise<AnswerOf<M> | undefined> {
  return dispatch.call(method, payload as never, { silent: true });
}

function entriesOf(functions: readonly FunctionNode[], ids: readonly number[] = []): Entry[] {
  const byId = new Map(functions.map((node) => [node.id, node]));
  return ids.flatMap((id) => {
    const node = byId.get(id);
    const url = localPath(node?.funUrl, "");
    return node && url !== "" ? [{ name: node.funName, url }] : [];
  });
}
