/** What kinds of messages are called. */
import { type Message, m } from "~/contract/messages";
import type { MessageKind } from "~/contract/platform/message";

export const kindNames: Record<MessageKind, Message> = {
  notice: m.home_kind_notice,
  approval: m.home_kind_approval,
  stock: m.home_kind_stock,
  expiry: m.home_kind_expiry,
  task: m.home_kind_task,
  announcement: m.announce_kind,
};
