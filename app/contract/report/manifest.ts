/** Figures over all businesses. */
import type { ContractManifest } from "../manifest";
import * as dataCentres from "./data-centre";
import { reportMenu, reportOpenMenu } from "./menu-entries";
import { reportParameters } from "./parameters";
import { yearReport } from "./year";

export const report: ContractManifest = {
  methods: [dataCentres],
  reports: [yearReport],
  menu: reportMenu,
  openMenu: reportOpenMenu,
  parameters: reportParameters,
};
