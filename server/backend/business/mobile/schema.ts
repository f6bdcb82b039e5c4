/** Tables of the mobile platform, from their declarations. */
import { mobileBanner as banner, mobileSetting as setting } from "~/contract/mobile/setting";
import { resourceTable } from "../../kernel/resource-table";

export const mobileSetting = resourceTable(setting, "mobile_setting", {}, [
  "(sale_from is null) = (sale_to is null)",
  "sale_from < sale_to",
]);

export const mobileBanner = resourceTable(banner, "mobile_banner", {}, ["visible_from < visible_until"]);
