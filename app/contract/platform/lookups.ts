/** The GET calls of specification 7: dictionaries, parameters, areas. Paths with the shape of their `data`. */
import { z } from "zod";
import { option } from "../resource";

export const lookupPaths = {
  /** Query `dictTypes`, comma-joined: items by dictionary. */
  dictionaries: "/api/dict/list",
  /** Query `classNames`, comma-joined: the same, as the shell asks for them. */
  dictionariesByClass: "/api/dict/classNames",
  /** One dictionary; its code is the last part of the path. */
  dictionary: "/api/dict/",
  /** Query `code`. */
  parameter: "/api/param",
  /** Query `codes`, comma-joined. */
  parameters: "/api/params",
  /** Query `parentCode` (156 is the root), `levels` (1 to 7, default 1); or `pathOf`, for the way down to an area. */
  areas: "/api/areas/list",
  /** POST; ends the session of the token. */
  logout: "/api/logout",
} as const;

/** Root of the areas of China (spec 9). */
export const rootArea = "156";

export const dictionariesAnswer = z.record(z.string(), z.array(option));
export const dictionaryAnswer = z.array(option);
export const parameterAnswer = z.object({ paramCode: z.string(), paramOption: z.string() });
export const parametersAnswer = z.array(parameterAnswer);
export const areaAnswer = z.array(
  z.object({ areaCode: z.string(), parentCode: z.string(), areaName: z.string(), areaAddr: z.string() }),
);
