/** What a business says of its screens: data alone, for the route table and for the guard. */
import type { Method } from "../contract/method";

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
}

export function page(path: string, file: string, ...asks: readonly [Method, ...Method[]]): Page {
  return { path, file: `screens/${file}`, asks };
}
