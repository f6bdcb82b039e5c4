/** The system parameters of all businesses, computed from the list of manifests: for screen, seeds and lookups. */
import { manifests } from "./manifests";
import { type ParameterCode, type ParameterDefinition, parameterGroupCodes } from "./parameter-declaration";

export type { ParameterCode, ParameterDefinition } from "./parameter-declaration";

/** Declared in one business each, so the manifests together have every code that the type knows. */
export const parameterDefinitions = Object.assign(
  {},
  ...manifests.map(({ parameters = {} }) => parameters),
) as Readonly<Record<ParameterCode, ParameterDefinition>>;

export const parameterCodes = Object.keys(parameterDefinitions) as ParameterCode[];

/** What holds until somebody sets it. */
export const parameterDefaults = Object.fromEntries(
  parameterCodes.map((code) => [code, parameterDefinitions[code].default]),
) as Readonly<Record<ParameterCode, string>>;

/** Those that may be read before sign-in, with their defaults. */
export const publicParameters: Readonly<Record<string, string>> = Object.fromEntries(
  parameterCodes
    .filter((code) => parameterDefinitions[code].beforeSignIn)
    .map((code) => [code, parameterDefaults[code]]),
);

/** The codes in the order of the screen, by group. */
export const parameterGroups: readonly (readonly [group: string, codes: readonly ParameterCode[]])[] =
  parameterGroupCodes.map((group) => [
    group,
    parameterCodes
      .filter((code) => parameterDefinitions[code].group === group)
      .sort((one, other) => parameterDefinitions[one].place - parameterDefinitions[other].place),
  ]);
