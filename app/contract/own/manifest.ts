/** Fields that a corp adds to nouns of the product. */
import type { ContractManifest } from "../manifest";
import { ownDictionaries } from "./dictionaries";
import { ownMenu } from "./menu-entries";
import { ownField } from "./own-field";

export const own: ContractManifest = {
  resources: [ownField],
  methods: [],
  menu: ownMenu,
  dictionaries: ownDictionaries,
};
