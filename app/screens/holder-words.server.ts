/** Who holds a ticket, in words: name, kind of the document where it is no resident's card, country of a passport, number. */
import { countryName } from "~/contract/countries";
import { documentKinds, documentNames } from "~/contract/document-kinds";
import { currentLocale } from "~/i18n/locale.server";

interface Holder {
  holderName: string;
  holderDocument: string;
  holderCountry: string;
  holderIdentity: string;
}

export function holderWords(holder: Holder): string {
  const { holderName, holderDocument, holderCountry, holderIdentity } = holder;
  if (holderIdentity === "") return holderName;
  const kind = documentKinds.find((one) => one === holderDocument && one !== "resident");
  const country = holderCountry && countryName(holderCountry, currentLocale());
  return [holderName, kind && documentNames[kind](), country, holderIdentity].filter(Boolean).join(" ");
}
