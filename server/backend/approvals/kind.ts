/** What can wait for another person: a command of a resource, or what a business asks for by itself, as refunds are. */

import type { FunctionCode } from "~/contract/menu-entry";
import type { Message } from "~/contract/messages";
import type { Access } from "~/contract/method";
import type { ApprovalState } from "~/contract/platform/approval";
import type { Call } from "../kernel/call";

export interface ApprovalKind {
  /** `<noun>.<command>`; requests are kept under it. */
  code: string;
  /** The noun of the things, as the audit trail has it. */
  thing: string;
  /** The verb. */
  label: Message;
  /** Who may ask. Whoever asked must still hold it when it is approved. */
  asking: Access;
  /** Who may decide. */
  deciding: { fun: FunctionCode; button: string };
  /** The page of a thing. */
  link(request: Pick<ApprovalRequest, "thingId" | "label">): string;
  /** Locks the thing, as every writer of it does; false where it is gone. Goes before the lock of the request. */
  lock(call: Call, thingId: number): Promise<boolean>;
  /** Does what was asked: everything is asked again, and what has changed meanwhile refuses. */
  grant(call: Call, request: ApprovalRequest): Promise<Granted>;
  /** Gives back what was held while it waited. */
  giveUp?(call: Call, request: ApprovalRequest, settled: Settled): Promise<void>;
}

export interface Granted {
  /** What to tell whoever approved. */
  notice?: string;
}

/** How a request ended that was not approved. */
export interface Settled {
  state: Exclude<ApprovalState, "waiting" | "approved">;
  remark: string;
}

export interface ApprovalRequest {
  id: number;
  kind: string;
  thingId: number;
  /** Name or number that people know the thing by. */
  label: string;
  /** Fen. */
  amount: number;
  reason: string;
  /** What was typed, as the command takes it. */
  payload: Record<string, unknown>;
  /** Of the thing when it was asked; null where it has none. */
  rowVersion: number | null;
  state: ApprovalState;
  askedById: number;
  askedBy: string;
  askedAt: string;
  expiresAt: string;
  decidedBy: string;
  decidedAt: string | null;
  remark: string;
}
