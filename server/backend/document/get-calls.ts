/** The GET calls with what they take and answer, for both documents. */
import { z } from "zod";
import { exportPath } from "~/contract/export";
import { downloadPaths } from "~/contract/files";
import { importPaths } from "~/contract/import";
import {
  areaAnswer,
  dictionariesAnswer,
  dictionaryAnswer,
  lookupPaths,
  parameterAnswer,
  parametersAnswer,
} from "~/contract/platform/lookups";

interface GetCall {
  path: string;
  summary: string;
  parameters: Record<string, unknown>[];
}

const query = (name: string, description: string, required = true): Record<string, unknown> => ({
  name,
  in: "query",
  required,
  description,
  schema: { type: "string" },
});

export const lookupCalls: (GetCall & { answer: z.ZodType })[] = [
  {
    path: lookupPaths.dictionaries,
    summary: "Items by dictionary.",
    parameters: [query("dictTypes", "Codes of dictionaries, with commas between.")],
    answer: dictionariesAnswer,
  },
  {
    path: lookupPaths.dictionariesByClass,
    summary: "The same, as the shell asks for them.",
    parameters: [query("classNames", "Codes of dictionaries, with commas between.")],
    answer: dictionariesAnswer,
  },
  {
    path: `${lookupPaths.dictionary}{code}`,
    summary: "Items of one dictionary.",
    parameters: [{ name: "code", in: "path", required: true, description: "Its code.", schema: { type: "string" } }],
    answer: dictionaryAnswer,
  },
  {
    path: lookupPaths.parameter,
    summary: "One system parameter.",
    parameters: [query("code", "Its code.")],
    answer: parameterAnswer,
  },
  {
    path: lookupPaths.parameters,
    summary: "Several system parameters.",
    parameters: [query("codes", "Their codes, with commas between.")],
    answer: parametersAnswer,
  },
  {
    path: lookupPaths.areas,
    summary: "Areas below one, or the way down to one.",
    parameters: [
      query("parentCode", "156, China, where it is left out.", false),
      query("levels", "How many levels below it: 1 to 7, 1 where it is left out.", false),
      query("pathOf", "In their place: the area that the way leads to.", false),
    ],
    answer: areaAnswer,
  },
];

const filePathQuery = query("filePath", "As an upload answered it.");

const ofResource = [query("business", "Of the resource."), query("noun", "Of the resource.")];

/** GETs that answer bytes. */
export const downloadCalls: (GetCall & { answer?: z.ZodType })[] = [
  { path: downloadPaths.file, summary: "A stored file.", parameters: [filePathQuery] },
  { path: downloadPaths.ski, summary: "A stored file of the ski business.", parameters: [filePathQuery] },
  {
    path: downloadPaths.template,
    summary: "The template of an import.",
    parameters: [query("template", "Its name.")],
  },
  {
    path: downloadPaths.privateLink,
    summary: "A link to a file that needs no token and expires.",
    parameters: [filePathQuery],
    answer: z.string(),
  },
  {
    path: exportPath,
    summary: "The file of a finished export, for its owner.",
    parameters: [query("jobId", "Its job.")],
  },
  {
    path: importPaths.template,
    summary: "The sheet to fill in for an import of a resource.",
    parameters: [...ofResource, query("format", "xlsx (where it is left out) or csv.", false)],
  },
  {
    path: importPaths.errors,
    summary: "What was sent to an import, with what is wrong in a column behind; for its owner.",
    parameters: [...ofResource, query("id", "The import.")],
  },
];
