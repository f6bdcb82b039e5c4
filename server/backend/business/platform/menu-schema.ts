/** The function tree as its list reads it; all corps share it. What is generated is never written. */
import { text } from "drizzle-orm/pg-core";
import { menu } from "~/contract/platform/menu";
import { resourceTable } from "../../kernel/resource-table";

/** Empty where nothing was said. */
const filled = (name: string) => text(name).notNull();

export const menuRows = resourceTable(menu, "fun", {
  corpCode: null,
  createdAt: null,
  funUrl: filled("fun_url"),
  funCode: filled("fun_code"),
  outerChain: filled("outer_chain"),
  cloudFunUrl: filled("cloud_fun_url"),
  icon: filled("icon"),
  iconActive: filled("icon_active"),
  description: filled("description"),
});
