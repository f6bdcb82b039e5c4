/** Proofs of concessions: what the seller looks at, and ticks once it was seen of so many people. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import type { ProofNeeded } from "~/contract/ticket/sale";
import type { CounterView } from "./counter-form";
import { keptLines } from "./counter-kept";
import "./counter-concessions.css";

type Wanted = Pick<ProofNeeded, "concessionId" | "name" | "shows" | "needed">;

interface Props {
  proofs: readonly Wanted[];
  typed: Record<string, string>;
  errors: FieldErrors;
}

export function CounterProofs({ proofs, typed, errors }: Props) {
  if (proofs.length === 0) return null;
  return (
    <fieldset className="counter-proofs">
      <legend>{m.concession_proofs()}</legend>
      <p className="dim">{m.concession_proof_help_counter()}</p>
      {proofs.map(({ concessionId, name, shows, needed }) => {
        const field = `proof.${concessionId}`;
        const error = errors[field]?.[0];
        return (
          // Another number of people is another tick.
          <div key={`${concessionId}/${needed}`} className="field">
            <label className="choice">
              <input
                type="checkbox"
                id={field}
                name={field}
                value={needed}
                defaultChecked={typed[field] === String(needed)}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${field}-error` : undefined}
              />
              <span>
                {m.concession_proof_tick({ name, shows })} × {needed}
              </span>
            </label>
            {error && (
              <p className="field-error" id={`${field}-error`}>
                {error}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/**
 * What is to be seen: as the server has worked it out, and of types that are always shown as their numbers are typed. The
 * server knows combos and what a number does not tell.
 */
export function proofsOf(
  offers: CounterView["offers"],
  quoted: readonly Wanted[],
  fresh: boolean,
  fields: Readonly<Record<string, string>>,
): Wanted[] {
  if (fresh) return [...quoted];
  const wanted = new Map<number, Wanted>();
  for (const { ticketTypeId, concession, parts } of offers) {
    const kept = keptLines(fields).filter((line) => line.ticketTypeId === ticketTypeId);
    const texts = [fields[`quantity.${ticketTypeId}`] ?? "", ...kept.map((line) => line.quantity)];
    const quantity = texts.reduce((sum, text) => sum + (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0), 0);
    if (!concession?.shown || parts.length > 0 || quantity === 0) continue;
    const { id, name, shows } = concession;
    const before = wanted.get(id)?.needed ?? 0;
    wanted.set(id, { concessionId: id, name, shows, needed: before + quantity });
  }
  return [...wanted.values()];
}
