import type { HomeBlock } from "../home-block";
export const homeBlocks: readonly HomeBlock[] = [];
