/** The log of calls of the dispatch API. */
import type { ContractManifest } from "../manifest";
import * as contract from "./call-log";
import { callDictionaries } from "./dictionaries";
import { callMenu } from "./menu-entries";
import { callParameters } from "./parameters";

export const calls: ContractManifest = {
  resources: [contract.callLog],
  methods: [contract],
  menu: callMenu,
  dictionaries: callDictionaries,
  parameters: callParameters,
};
