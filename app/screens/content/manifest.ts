/** Screens of content: the versions on an item's page, and the preview of what a reader sees. */
import { contentPreview } from "../../contract/content/item";
import { page, rowPage, type ScreenManifest } from "../screen-manifest";
import { itemRow } from "./row-blocks";

export const content: ScreenManifest = {
  details: { contentItem: rowPage },
  rows: { contentItem: itemRow },
  pages: [page("/cms/model/item/:id/preview", "content/preview.tsx", contentPreview)],
};
