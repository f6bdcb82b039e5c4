/** What a load context is made of: one request of one visitor. */
import type { ConsoleContext, FrameOrigins, Proving } from "~/contract/context";
import type { DispatchFailure } from "~/contract/errors";
import type { TenantOfHost } from "~/contract/platform/host";
import type { UserInfo } from "~/contract/platform/session";
import type { DispatchSettings, Writes } from "../dispatch/client";
import type { Visitor } from "../visitor";
import type { Visit } from "./visit";

export interface ContextOptions {
  dispatch: DispatchSettings;
  visit: Visit;
  user: UserInfo | null;
  nonce: string;
  requestId: string;
  /** Path and query of the page. */
  path: string;
  goto: string | null;
  frames: FrameOrigins;
  visitor: Visitor;
  /** What the request may change: see `writesOf`. */
  writes: Writes;
  /** See {@link ConsoleContext.titleNow}. Default: what it was called. */
  titleNow?: ConsoleContext["titleNow"];
  /** Of the account's post under a key, as {@link ConsoleContext.wasAnswered}. */
  wasAnswered?: ConsoleContext["wasAnswered"];
  origin: string;
  /** See {@link ConsoleContext.tenantOfHost}. Default: none. */
  tenantOfHost?: TenantOfHost | null;
  stopping?: AbortSignal | undefined;
  /** Where the browser stands by its own word, checked by now; else {@link origin}. */
  browserOrigin?: string;
  onFailure?: (failure: DispatchFailure) => void;
  /** See {@link ConsoleContext.proving}. */
  proving?: Proving | null;
}
