import { m } from "~/contract/messages";
import type { QrPath } from "~/widgets/qr.server";
import { QrCode } from "~/widgets/qr-code";

/** Where a phone becomes a gate; it is its own page, opened on the phone. */
export function PhoneGate({ address, qr }: { address: string; qr: QrPath }) {
  return (
    <details className="panel phone-gate">
      <summary>{m.phone_board_title()}</summary>
      <p>{m.phone_board_help()}</p>
      <QrCode code={qr} label={address} />
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
    </details>
  );
}
