/** The mobile platform: its settings and banners. */
import type { ContractManifest } from "../manifest";
import { mobileMenu } from "./menu-entries";
import * as contract from "./setting";

export const mobile: ContractManifest = {
  resources: [contract.mobileSetting, contract.mobileBanner],
  methods: [contract],
  menu: mobileMenu,
};
