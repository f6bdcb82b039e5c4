/** Kinds of content. */
import { contentModel as resource } from "~/contract/content/model";
import { m } from "~/contract/messages";
import { dependsOn } from "../../kernel/depends-on";
import { serveResource } from "../../kernel/resource";
import { contentItem, contentModel, contentModelField } from "./schema";

export const modelReference = { table: contentModel, name: contentModel.name, status: contentModel.status };

dependsOn("contentModel", {
  ...{ table: contentItem, by: contentItem.contentModelId, name: contentItem.title, words: m.content_has_items },
});

export const modelServed = serveResource(resource, { table: contentModel, lines: { fields: contentModelField } });
