/** Tables of dictionaries. */
import * as dictionary from "~/contract/platform/dictionary";
import { resourceTable } from "../../kernel/resource-table";

export const dictItem = resourceTable(dictionary.dictItem, "dict_item");

export const dictType = resourceTable(dictionary.dictType, "dict_type");
