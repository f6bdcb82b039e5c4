/** Values for previews and test prints: a card that nobody has. */
import { m } from "~/contract/messages";
import { today } from "~/contract/validators";
import type { PrintValues } from "~/screens/print-template/template-sheet";
import { cardValues } from "./card-values.server";

export function sampleValues(): PrintValues {
  const validFrom = today();
  return cardValues({
    ...{ number: "00000000", typeName: m.card_sample_type(), holder: m.card_sample_holder() },
    ...{ identity: "330106********1234", validFrom, validTo: `${Number(validFrom.slice(0, 4)) + 1}-12-31` },
    ...{ parks: [m.print_sample_park()], corpName: m.print_sample_corp(), photo: null },
  });
}
