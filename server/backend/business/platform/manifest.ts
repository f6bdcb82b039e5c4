import type { BackendManifest } from "../manifest";
import { served } from "./index";
import { purge } from "./purge";
import { managerRole } from "./seed/roles";

export const platform: BackendManifest = { served, kinds: [purge], roles: [managerRole] };
