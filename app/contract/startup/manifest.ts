/** The start-up guide: from an empty corp to the first ticket sold. */
import type { ContractManifest } from "../manifest";
import { startUpMenu } from "./menu-entries";
import * as startUp from "./start-up";

export const startup: ContractManifest = { methods: [startUp], menu: startUpMenu };
