/** Buttons of what each visitor prefers: language, lite mode, colour scheme. */
import type { ColorScheme } from "~/contract/context";
import { type Message, m } from "~/contract/messages";
import { useDocument } from "./document";
import { PreferenceButton } from "./preference-button";

/** Named in the language that it leads to. */
export function LanguageSwitch({ className }: { className: string }) {
  const { locale } = useDocument();
  const other = locale === "en" ? "zh-CN" : "en";
  return (
    <PreferenceButton name="locale" value={other} className={className}>
      <span lang={other}>{other === "en" ? "English" : "中文"}</span>
    </PreferenceButton>
  );
}

export function LiteSwitch({ className }: { className: string }) {
  const { lite } = useDocument();
  return (
    <PreferenceButton name="lite" value={lite ? "off" : "on"} className={className}>
      {lite ? m.shell_lite_off() : m.shell_lite_on()}
    </PreferenceButton>
  );
}

const schemes: [ColorScheme, Message][] = [
  ["light", m.shell_scheme_light],
  ["dark", m.shell_scheme_dark],
  ["auto", m.shell_scheme_auto],
];

export function SchemeSwitch() {
  const { scheme } = useDocument();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{m.shell_scheme()}</legend>
      {schemes.map(([value, label]) => (
        <PreferenceButton key={value} name="scheme" value={value} pressed={value === scheme}>
          {label()}
        </PreferenceButton>
      ))}
    </fieldset>
  );
}
