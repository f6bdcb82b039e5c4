/** Values for previews and test prints: a card that nobody has. */
import { m } from "~/contract/messages";
import { today } from "~/contract/validators";
import type { PrintValues } from "~/screens/print-template/template-sheet";
import { cardValues } from "./card-values.server";

export const sampleValues = (): PrintValues => cardValues(sample());

function sample() {
  const validFrom = today();
  return {
    ...{ number: "00000000", typeName: m.card_sample_type(), holder: m.card_sample_holder() },
    ...{ identity: "330106********1234", validFrom, validTo: `${Number(validFrom.slice(0, 4)) + 1}-12-31` },
    ...{ parks: [m.print_sample_park()], corpName: m.print_sample_corp(), photo: null },
  };
}

/** The same card on a phone, by what a template shows there; the words are those of the elements. */
export function sampleWallet(chosen: unknown) {
  const { fields, qr } = sampleValues();
  const words: Record<string, string> = {
    ...{ number: m.card_number(), holder: m.card_holder(), typeName: m.card_type_title(), valid: m.sale_valid() },
    ...{ identity: m.card_identity(), parks: m.card_places(), corpName: m.print_sample_corp() },
  };
  const said = Array.isArray(chosen) ? chosen.map(String) : [];
  const shown = said.length > 0 ? said : ["holder", "valid", "parks"];
  return {
    qr,
    card: {
      ...{
        typeName: m.card_sample_type(),
        corpName: m.print_sample_corp(),
        stateName: "",
        good: true,
        pays: false,
        movements: [],
        photo: "",
      },
      fields: shown.map((field) => ({ label: words[field] ?? "", value: fields[field] ?? "" })),
    },
  };
}
