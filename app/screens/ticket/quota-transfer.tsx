/** Moves places of one day between what is set aside for channels and what all share, with a reason. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import { DayInput } from "~/form/day-input";
import { Labelled } from "./labelled";
import "./quota-range.css";

interface Props {
  address: string;
  from: string;
  slots: string[];
  channels: Option[];
  /** One press is one transfer. */
  transferKey: string;
  errors: FieldErrors;
  typed: Record<string, string> | null;
}

export function QuotaTransfer({ address, from, slots, channels, transferKey, errors, typed }: Props) {
  const asked = typed?.intent === "transfer";
  const read = (name: string, start = "") => (asked ? (typed[name] ?? "") : start);
  const common = (name: string, start = "") => ({
    ...{ className: "input", id: name, name, defaultValue: read(name, start) },
    "aria-invalid": asked && errors[name] ? true : undefined,
  });
  const labelled = (name: string, label: string, input: ReactNode) => (
    <Labelled name={name} label={label} errors={asked ? errors : {}}>
      {input}
    </Labelled>
  );
  const parts = [
    <option key="" value="">
      {m.quota_shared()}
    </option>,
    ...channels.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    )),
  ];
  return (
    <details className="panel" open={asked} id="quota-transfer-panel">
      <summary>{m.quota_transfer()}</summary>
      <Form method="post" action={address} className="quota-range" noValidate>
        <input type="hidden" name="transferKey" value={transferKey} />
        <div className="quota-range-fields">
          {labelled("transferDay", m.quota_day(), <DayInput {...common("transferDay", from)} />)}
          {slots.length > 0 &&
            labelled(
              "transferSlot",
              m.quota_slot(),
              <select {...common("transferSlot", slots[0])}>
                {slots.map((slot) => (
                  <option key={slot}>{slot}</option>
                ))}
              </select>,
            )}
          {labelled("transferFrom", m.quota_transfer_from(), <select {...common("transferFrom")}>{parts}</select>)}
          {labelled(
            "transferTo",
            m.quota_transfer_to(),
            <select {...common("transferTo", channels[0]?.value)}>{parts}</select>,
          )}
          {labelled(
            "transferQuantity",
            m.quota_transfer_quantity(),
            <input {...common("transferQuantity")} inputMode="numeric" maxLength={8} autoComplete="off" />,
          )}
          {labelled(
            "transferReason",
            m.quota_transfer_reason(),
            <input {...common("transferReason")} maxLength={100} autoComplete="off" />,
          )}
        </div>
        <div className="toolbar">
          <button className="button button-primary" name="intent" value="transfer">
            {m.quota_transfer_press()}
          </button>
        </div>
      </Form>
    </details>
  );
}
