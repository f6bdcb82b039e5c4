/** On the page of an item: the versions that were published, when and by whom. */
import { contentVersions } from "../../contract/content/item";
import { m } from "../../contract/messages";
import { rowBlocks } from "../row-block";

export const itemRow = rowBlocks(contentVersions, ({ versions }, item) => [
  {
    kind: "rows",
    title: m.content_versions(),
    none: m.content_no_versions(),
    to: `/cms/model/version?contentItemId=${item}`,
    rows: versions.map(({ id, number, title, at, by, current }) => ({
      text: m.content_version_title({ number, title }),
      note: [at, by].join(" · "),
      ...(current && { value: m.content_version_current() }),
      to: `/cms/model/version/${id}`,
    })),
  },
]);
