/** Closed business years. */
import type { ContractManifest } from "../manifest";
import { yearDictionaries } from "./dictionaries";
import { yearsMenu } from "./menu-entries";
import * as year from "./year";

export const years: ContractManifest = {
  resources: [year.closedYear],
  methods: [year],
  menu: yearsMenu,
  dictionaries: yearDictionaries,
};
