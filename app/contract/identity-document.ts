/**
 * Documents that people show: each kind with its own check. Kind, issuing country (of passports) and number together are
 * the person, for limits, gates and searches alike; so a number is kept in one spelling.
 */
import { z } from "zod";
import { countryOf } from "./countries";
import { type DocumentKind, documentKinds, documentNames } from "./document-kinds";
import { documentIn, type IdentityDocument, readDocument } from "./document-numbers";
import { m } from "./messages";
import { readPassportZone } from "./passport-zone";
import { sensitivity } from "./sensitivity";

export { documentIn, type IdentityDocument, readDocument };

export const documentKind = z.enum(documentKinds);

/** Fields of a payload that say a document; {@link readVisitor} reads them. */
export const documentFields = {
  document: documentKind.default("resident"),
  country: z.string().max(60).default(""),
  identity: z
    .string({ error: () => m.v_required() })
    .max(120, { error: () => m.v_document() })
    .register(sensitivity, { kind: "personal" }),
};

interface Typed {
  document: DocumentKind;
  country: string;
  identity: string;
}

/** A whole passport zone in the place of the number says everything, the name where none was typed. */
export function readVisitor<V extends Typed & { name: string }>(typed: V, ctx: z.RefinementCtx): V {
  const zone = readPassportZone(typed.identity);
  if (zone) return { ...typed, ...zone, name: typed.name || zone.name.slice(0, 40) };
  const read = readDocument(typed.document, typed.country, typed.identity);
  if (read) return { ...typed, ...read };
  const noCountry = typed.document === "passport" && countryOf(typed.country) === null;
  if (noCountry) ctx.addIssue({ code: "custom", path: ["country"], message: m.v_country() });
  else ctx.addIssue({ code: "custom", path: ["identity"], message: problemOf(typed.document) });
  return z.NEVER;
}

function problemOf(document: DocumentKind): string {
  return document === "resident" ? m.v_identity() : m.v_document_number({ kind: documentNames[document]() });
}
