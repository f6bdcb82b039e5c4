/** Figures over all businesses. */
import type { ContractManifest } from "../manifest";
import * as dataCentres from "./data-centre";
import { reportOpenMenu } from "./menu-entries";
import { reportParameters } from "./parameters";

export const report: ContractManifest = {
  methods: [dataCentres],
  openMenu: reportOpenMenu,
  parameters: reportParameters,
};
