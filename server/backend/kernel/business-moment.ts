/** A moment's column as people read it: yyyy-MM-dd hh:mm:ss in the corp's business time, in and out. */
import { customType } from "drizzle-orm/pg-core";
import { currentZone, stamp } from "./business-time";

export const businessMoment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => "timestamp with time zone",
  toDriver: (text) => `${text} ${currentZone()}`,
  fromDriver: (value) => stamp(new Date(value)),
});
