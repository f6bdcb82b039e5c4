/** What a business says of its screens: data alone, for the route table and for the guard. */
import type { Method } from "../contract/method";
import type { HomeBlock } from "./home-block";
import type { RowBlocks } from "./row-block";

export interface Page {
  path: string;
  /** Of the route module, under `app`. */
  file: string;
  /** The methods that its loader asks for: who may call one of them may open the page. */
  asks: readonly Method[];
  /** A document of its own, outside the frame. */
  alone?: true;
}

export interface ScreenManifest {
  pages?: readonly Page[];
  /** Route modules that take the place of the engine's, by the noun of a resource. */
  lists?: Readonly<Record<string, string>>;
  forms?: Readonly<Record<string, string>>;
  details?: Readonly<Record<string, string>>;
  /** What the pages of rows say before their fields, by the noun of a resource whose detail is `row/row-page.tsx`. */
  rows?: Readonly<Record<string, RowBlocks>>;
  /** Its part of the workbench. */
  home?: readonly HomeBlock[];
}

/** The route module of a row's page with blocks. */
export const rowPage = "screens/row/row-page.tsx";

export function page(path: string, file: string, ...asks: readonly [Method, ...Method[]]): Page {
  return { path, file: `screens/${file}`, asks };
}
