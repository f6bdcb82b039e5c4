/** The open API: connected applications place orders by signed requests. */
import type { ContractManifest } from "../manifest";
import * as call from "./call";
import { webhookDelivery } from "./delivery";
import { openDictionaries } from "./dictionaries";
import { exportStore, exportStoreFile } from "./export-store";
import { openMenu } from "./menu-entries";
import { messageHook, messageHookDelivery } from "./message-hook";
import { openParameters } from "./parameters";

export const open: ContractManifest = {
  resources: [webhookDelivery, messageHook, messageHookDelivery, exportStore, exportStoreFile],
  methods: [call],
  menu: openMenu,
  parameters: openParameters,
  dictionaries: openDictionaries,
};
