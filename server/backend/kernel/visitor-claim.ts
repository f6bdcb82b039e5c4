/**
 * Whose address and device a call is made for. A payload may say anything: what the console signed counts, and else the
 * socket that the call came in by, so that no program on the machine counts against another's address, or past its own.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import type { Method } from "~/contract/method";
import { readVisitor, type Visitor, visitorHeader } from "../../visitor";
import type { Arriving } from "./body";

interface Came extends Pick<Arriving, "headers" | "address"> {
  key: string;
  requestId: string;
}

/** Whoever sits at the browser, or else whatever called. */
export function visitorOf({ key, headers, address, requestId }: Came): Visitor {
  const told = readVisitor(key, headers.get(visitorHeader), requestId);
  return told ?? { address, device: headers.get("user-agent")?.slice(0, 300) ?? "" };
}

/** A payload that is right, with `clientAddress` and `userAgent` as they are where the method asks for them. */
export function withVisitor<T>({ payload }: Method, parsed: T, { address, device }: Visitor): T {
  const shape = payload instanceof z.ZodObject ? payload.shape : {};
  if (!("clientAddress" in shape)) return parsed;
  return { ...parsed, clientAddress: address, ...("userAgent" in shape && { userAgent: device }) };
}

/** Where the call under way comes from, for whatever looks at its session; there is none in background work. */
export const visitorStorage = new AsyncLocalStorage<Visitor>();
