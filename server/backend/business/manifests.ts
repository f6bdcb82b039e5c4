/** The businesses of the backend: each has its line here, those that others stand on first. */
import type { BackendManifest } from "./manifest";
import { order } from "./order/manifest";
import { platform } from "./platform/manifest";
import { report } from "./report/manifest";
import { ticket } from "./ticket/manifest";

export const manifests: readonly BackendManifest[] = [platform, ticket, order, report];
