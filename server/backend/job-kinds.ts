/** Background work of the businesses. */
import type { JobKind } from "./jobs/kind";
import { purge } from "./platform/purge";
import { expireTickets } from "./ticket/expire";

export const ownKinds: JobKind[] = [purge, expireTickets];
