/** In which language a holder is reminded: of their choice, or by their document. */
import { locales, m } from "~/contract/messages";
import { Field } from "~/form/field";

interface Props {
  id: string;
  chosen: string | undefined;
  errors: string[] | undefined;
}

export function LanguageField({ id, chosen, errors }: Props) {
  const names = { "zh-CN": m.card_language_zh(), en: m.card_language_en() };
  return (
    <Field id={id} name="language" label={m.card_language()} help={m.card_language_help()} errors={errors}>
      <select className="input" defaultValue={chosen}>
        <option value="">{m.card_language_usual()}</option>
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {names[locale]}
          </option>
        ))}
      </select>
    </Field>
  );
}
