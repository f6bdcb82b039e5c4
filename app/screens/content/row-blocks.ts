/** On the page of an item: what it says in further fields, and the versions that were published, when and by whom. */
import { contentVersionValues } from "../../contract/content/fields";
import { contentVersions } from "../../contract/content/item";
import { m } from "../../contract/messages";
import type { BlockView } from "../home-block";
import { rowBlocks } from "../row-block";

export const itemRow = rowBlocks(contentVersions, ({ values, versions }, item) => [
  ofFields(values, `/cms/model/item/${item}/fields`),
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

export const versionRow = rowBlocks(contentVersionValues, ({ values }) => [ofFields(values)]);

function ofFields(values: readonly { label: string; value: string }[], to?: string): BlockView | null {
  if (values.length === 0) return null;
  const rows = values.map(({ label, value }) => ({ text: label, value }));
  return { kind: "rows", title: m.content_fields(), none: "", rows, ...(to !== undefined && { to }) };
}
