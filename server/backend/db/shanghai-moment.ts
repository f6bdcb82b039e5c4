/** A moment's column as people read it: yyyy-MM-dd hh:mm:ss on the clock of the parks, in and out. */
import { customType } from "drizzle-orm/pg-core";

const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

export const shanghaiMoment = customType<{ data: string; driverData: string | Date }>({
  dataType: () => "timestamp with time zone",
  toDriver: (text) => `${text} Asia/Shanghai`,
  fromDriver: (value) => shanghai.format(new Date(value)),
});
