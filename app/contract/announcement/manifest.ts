/** Announcements to staff, and who has read them. */
import type { ContractManifest } from "../manifest";
import * as contract from "./announcement";
import { announcementDictionaries } from "./dictionaries";
import { announcementMenu } from "./menu-entries";

export const announcement: ContractManifest = {
  resources: [contract.announcement, contract.announcementReader],
  methods: [contract],
  menu: announcementMenu,
  dictionaries: announcementDictionaries,
};
