/** What is asked before an export, as choices of which the first is the usual one. */
import type { ExportFormat } from "~/contract/export";
import { type Message, m } from "~/contract/messages";

export const formatLabels: Record<ExportFormat, Message> = {
  xls: m.jobs_format_xls,
  xlsx: m.jobs_format_xlsx,
  csv: m.jobs_format_csv,
};

export function ExportChoices({
  name,
  legend,
  options,
}: {
  name: string;
  legend: string;
  options: { value: string; label: string }[];
}) {
  return (
    <fieldset className="export-choices">
      <legend>{legend}</legend>
      {options.map(({ value, label }, index) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={index === 0} /> {label}
        </label>
      ))}
    </fieldset>
  );
}
