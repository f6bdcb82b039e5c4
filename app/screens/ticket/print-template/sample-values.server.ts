/** Values for previews and test pages: a ticket that nobody has. */
import { m } from "~/contract/messages";
import { today } from "~/contract/validators";
import type { PrintValues } from "~/screens/print-template/template-sheet";
import { code128 } from "~/widgets/print/bar-code.server";
import { qrPath } from "~/widgets/qr.server";

export function sampleValues(): PrintValues {
  const day = today();
  const [ticketNo, orderNo, serial] = ["0000000000000000", "OD00000000000000", "A000001"];
  return {
    fields: {
      ticketTypeName: m.print_sample_type(),
      parkName: m.print_sample_park(),
      corpName: m.print_sample_corp(),
      visitDay: day,
      slot: "09:00-12:00",
      valid: m.sale_valid_day({ day }),
      price: "¥120.00",
      reduction: m.print_sample_reduction(),
      holder: m.print_sample_holder(),
      admissions: m.sale_entries({ n: 1 }),
      choice: m.print_sample_choice(),
      concession: m.print_sample_concession(),
      ticketNo,
      orderNo,
      seller: m.print_sample_seller(),
      soldAt: `${day} 09:30:00`,
      payment: m.print_sample_payment(),
      serial,
    },
    qr: qrPath("SAMPLE"),
    bars: { ticketNo: code128(ticketNo), orderNo: code128(orderNo), serial: code128(serial) },
    again: "",
  };
}
