/** The open API: connected applications place orders by signed requests. */
import type { ContractManifest } from "../manifest";
import * as call from "./call";
import { openDictionaries } from "./dictionaries";

export const open: ContractManifest = {
  resources: [],
  methods: [call],
  dictionaries: openDictionaries,
};
