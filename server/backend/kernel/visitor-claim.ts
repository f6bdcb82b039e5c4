/**
 * Whose address and device a call is made for. A payload may say anything: what the console signed counts, and else the
 * socket that the call came in by, so that no program on the machine counts against another's address, or past its own.
 */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Method } from "~/contract/method";
import { readVisitor, type Visitor, visitorHeader } from "../../visitor";

interface Came {
  key: string;
  request: Request;
  requestId: string;
  /** Absent where no socket is between (tests, a port in one process). */
  incoming: IncomingMessage | undefined;
}

/** Whoever sits at the browser, or else whatever called. */
export function visitorOf({ key, request, requestId, incoming }: Came): Visitor {
  const told = readVisitor(key, request.headers.get(visitorHeader), requestId);
  const device = request.headers.get("user-agent")?.slice(0, 300) ?? "";
  return told ?? { address: incoming?.socket.remoteAddress ?? "", device };
}

/** A payload that is right, with `clientAddress` and `userAgent` as they are where the method asks for them. */
export function withVisitor<T>({ payload }: Method, parsed: T, { address, device }: Visitor): T {
  const shape = payload instanceof z.ZodObject ? payload.shape : {};
  if (!("clientAddress" in shape)) return parsed;
  return { ...parsed, clientAddress: address, ...("userAgent" in shape && { userAgent: device }) };
}
