/** The notice that an action left behind, on the first page after it. */
import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { Flash, FlashKey } from "~/contract/context";
import { type Message, m } from "~/contract/messages";

const texts: Record<FlashKey, Message> = {
  saved: m.flash_saved,
  removed: m.flash_removed,
  suspended: m.flash_suspended,
  resumed: m.flash_resumed,
  signedOut: m.flash_signedOut,
  passwordChanged: m.flash_passwordChanged,
  refunded: m.flash_refunded,
  changed: m.flash_changed,
  supplemented: m.flash_supplemented,
  refundWaiting: m.flash_refundWaiting,
  refundHeld: m.flash_refundHeld,
  refundDecided: m.flash_refundDecided,
  reversed: m.flash_reversed,
  bookmarked: m.flash_bookmarked,
  unbookmarked: m.flash_unbookmarked,
  sessionEnded: m.flash_sessionEnded,
  devicesSignedOut: m.auth_devices_done,
  parkChosen: m.auth_park_done,
  tokenRefused: m.auth_token_refused,
  proved: m.auth_proof_done,
  factorAdded: m.factor_flash_added,
  factorRemoved: m.factor_flash_removed,
  devicesForgotten: m.factor_flash_forgotten,
  identityProved: m.factor_prove_done,
};

const warnings: readonly FlashKey[] = ["sessionEnded", "tokenRefused"];

/** `flash` comes with the shell's data, which outlives the page: the notice belongs to the location it came with. */
export function FlashNotice({ flash }: { flash: Flash | null }) {
  const { key } = useLocation();
  const [seen, setSeen] = useState({ flash, key });
  if (seen.flash !== flash) setSeen({ flash, key });
  const shown = flash !== null && seen.key === key;
  return (
    <div role="status">
      {shown && (
        <p
          className={
            typeof flash === "string" && warnings.includes(flash) ? "notice notice-warn" : "notice notice-good"
          }
        >
          {typeof flash === "string" ? texts[flash]() : flash.text}
        </p>
      )}
    </div>
  );
}
