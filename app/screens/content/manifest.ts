/** Screens of content: the versions on an item's page, and the preview of what a reader sees. */
import { contentFields } from "../../contract/content/fields";
import { contentPreview } from "../../contract/content/item";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { itemRow, versionRow } from "./row-blocks";

export const content: ScreenManifest = {
  details: { contentItem: rowPage, contentVersion: rowPage },
  rows: { contentItem: itemRow, contentVersion: versionRow },
  pages: [
    page("/cms/model/item/:id/preview", "content/preview.tsx", contentPreview),
    page("/cms/model/item/:id/fields", "content/fields.tsx", contentFields),
  ],
};
