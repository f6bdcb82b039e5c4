/** Kinds of documents that people show, and what they are called. */
import { type Message, m } from "./messages";

export const documentKinds = [
  "resident",
  "residencePermit",
  "hkMacaoPermit",
  "taiwanPermit",
  "passport",
  "foreignerCard",
  "military",
  "birth",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const documentNames: Readonly<Record<DocumentKind, Message>> = {
  resident: m.document_resident,
  residencePermit: m.document_residence_permit,
  hkMacaoPermit: m.document_hk_macao_permit,
  taiwanPermit: m.document_taiwan_permit,
  passport: m.document_passport,
  foreignerCard: m.document_foreigner_card,
  military: m.document_military,
  birth: m.document_birth,
};
