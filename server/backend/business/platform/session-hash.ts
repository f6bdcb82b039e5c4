/** What a browser holds is known by its hash alone: its session id, the secret of its device. */
import { createHash } from "node:crypto";

export const sessionHash = (sessionId: string): Buffer => createHash("sha256").update(sessionId).digest();

/** Null where the browser told none. */
export const hashOrNull = (secret: string | undefined): Buffer | null => (secret ? sessionHash(secret) : null);
