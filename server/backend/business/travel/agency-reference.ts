/** What refers to an agency. */
import { travelAgency } from "./schema";

export const agencyReference = { table: travelAgency, name: travelAgency.name };
