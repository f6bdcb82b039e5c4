/** Content for visitors: kinds, items with their states, and the versions that were published. */
import type { ContractManifest } from "../manifest";
import { contentDictionaries } from "./dictionaries";
import * as fields from "./fields";
import * as item from "./item";
import { contentMenu } from "./menu-entries";
import { contentModel } from "./model";
import { contentVersion } from "./version";

export const content: ContractManifest = {
  resources: [contentModel, item.contentItem, contentVersion],
  methods: [item, fields],
  menu: contentMenu,
  dictionaries: contentDictionaries,
};
