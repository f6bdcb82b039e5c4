/** Tables of content, from their declarations. */
import { contentItem as item } from "~/contract/content/item";
import { contentModel as model } from "~/contract/content/model";
import { contentVersion as version } from "~/contract/content/version";
import { resourceTable } from "../../kernel/resource-table";

export const contentModel = resourceTable(model, "content_model");

/** `shows` follows from state, times and clock: it is said as the row is read. */
export const contentItem = resourceTable(item, "content_item", { shows: null }, [
  "visible_from < visible_until",
  "status <> 'published' or num_nulls(version, published_at) = 0",
  "status = 'published' or not changed",
]);

export const contentVersion = resourceTable(version, "content_version");
