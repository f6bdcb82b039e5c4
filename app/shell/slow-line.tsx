/** Says that the page came without scripts since its line is slow, and how to have them. */
import { m } from "~/contract/messages";
import { useDocument } from "./document";
import { PreferenceButton } from "./preference-button";

export function SlowLine() {
  if (!useDocument().slow) return null;
  return (
    <div className="slow-line dim no-print">
      {m.line_slow()}
      <PreferenceButton name="lite" value="off" className="link-button">
        {m.shell_lite_off()}
      </PreferenceButton>
    </div>
  );
}
