/** Parks: the scenic areas that everything else hangs under. */
import { park as resource } from "~/contract/ticket/park";
import { serveResource } from "../kernel/resource";
import { dependents } from "./dependents";
import { park } from "./schema";

export const served = serveResource(resource, { table: park, dependents: dependents.park });
