/** Every kind of background work, business by business. */
import type { JobKind } from "./jobs/kind";
import { purge } from "./platform/purge";
import { expireTickets } from "./ticket/expire";

export const allKinds: JobKind[] = [purge, expireTickets];
