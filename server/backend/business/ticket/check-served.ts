/** The methods of the gate. */
import type { Served } from "../../kernel/served";
import { check } from "./check";
import { serveDesk } from "./check-desk";
import { serveReversal } from "./check-reverse";
import { serveUpload } from "./check-upload";
import { serveAdmissions } from "./today";

export const checkServed: Served[] = [check, serveDesk, serveReversal, serveUpload, serveAdmissions];
