/** What others may refer to of the travel trade, as forms choose it: what is out of use is kept where it was, and chosen no more. */
import { sql } from "drizzle-orm";
import { guide, salesman, salesRegion, travelPriceGroup } from "./sales-schema";
import { travelAgency } from "./schema";

export const regionReference = { table: salesRegion, name: salesRegion.name, parent: salesRegion.parentId };
export const salesmanReference = { table: salesman, name: salesman.name, only: sql`${salesman.status} = 'onDuty'` };
export const priceGroupReference = {
  table: travelPriceGroup,
  name: travelPriceGroup.name,
  status: travelPriceGroup.status,
};
export const activeAgencyReference = {
  table: travelAgency,
  name: travelAgency.name,
  only: sql`${travelAgency.status} = 'active'`,
};
export const guideReference = { table: guide, name: guide.name, only: sql`${guide.status} = 'active'` };
