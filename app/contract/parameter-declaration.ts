/** How system parameters are declared: by the business whose they are. Each adds its own to the type of their codes. */
import type { Message } from "./messages";

export type ParameterInput =
  | { kind: "flag" }
  | { kind: "choice"; options: readonly (readonly [value: string, label: Message])[] }
  | { kind: "number"; min: number; max: number }
  /** Fen, typed in yuan. */
  | { kind: "money"; max: number }
  | { kind: "phone" }
  /** An address of the web; `local`: or one on this console; `origin`: no more than scheme, host and port. */
  | { kind: "url"; local?: true; origin?: true };

/** In the order of the screen; the items of the dictionary {@link parameterGroupDictionary}. */
export const parameterGroupCodes = ["edition", "safety", "business", "shell", "other"] as const;
export const parameterGroupDictionary = "parameterGroup";

export interface ParameterDefinition {
  label: Message;
  help?: Message;
  input: ParameterInput;
  /** `platform`: head office sets it for all tenants at once; `corp`: each for itself. */
  scope: "platform" | "corp";
  /** What holds until somebody sets it. */
  default: string;
  /** Where it stands on the screen; numbers leave gaps, so that one may be put between two others. */
  group: (typeof parameterGroupCodes)[number];
  place: number;
  /** It may be read before sign-in (specification 1, 9). */
  beforeSignIn?: true;
}

const declared = new Map<string, ParameterDefinition>();

/** Of one business, by code: for its manifest. */
export function parameters<const P extends Record<string, ParameterDefinition>>(own: P): P {
  for (const [code, definition] of Object.entries(own)) declared.set(code, definition);
  return own;
}

/** Null for what is no parameter (any more). */
export function definitionOf(code: unknown): ParameterDefinition | null {
  return (typeof code === "string" && declared.get(code)) || null;
}

// biome-ignore lint/suspicious/noEmptyInterface: filled by the businesses
export interface BusinessParameters {}

type KeyOf<P> = P extends unknown ? keyof P & string : never;
/** What names another does not compile. */
export type ParameterCode = KeyOf<BusinessParameters[keyof BusinessParameters]>;
