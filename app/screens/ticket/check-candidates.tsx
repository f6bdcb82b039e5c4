/** The tickets that a code stands for where several would do: whose each is, when it is good and how often, for the keeper to choose. */
import { Form } from "@remix-run/react";
import { m } from "~/contract/messages";
import type { Verdict } from "~/contract/ticket/check";
import { actionOf } from "./check-action";
import type { CheckPage } from "./check-page";

type Candidate = Verdict["candidates"][number];

export function CheckCandidates({ candidates, page }: { candidates: readonly Candidate[]; page: CheckPage }) {
  const { desk, scanned, holders, direction, idempotencyKey } = page;
  return (
    <ul className="verdict-candidates">
      {candidates.map((candidate, index) => {
        const about = `candidate-${candidate.id}`;
        return (
          <li key={candidate.id}>
            <Form method="post" action={actionOf(desk.gateId)}>
              <input type="hidden" name="intent" value="check" />
              <input type="hidden" name="gateId" value={desk.gateId ?? ""} />
              <input type="hidden" name="idempotencyKey" value={`${idempotencyKey.slice(0, 55)}-${index}`} />
              <input type="hidden" name="code" value={scanned?.code ?? ""} />
              <input type="hidden" name="people" value={scanned?.people ?? ""} />
              <input type="hidden" name="ticketId" value={candidate.id} />
              <input type="hidden" name="direction" value={direction} />
              <span id={about}>
                <b>{[candidate.ticketTypeName, holders[index]].filter(Boolean).join(" · ")}</b>
                <span>
                  {[dayOf(candidate), candidate.slot, m.check_left({ n: candidate.left })].filter(Boolean).join(" · ")}
                </span>
                <span>{candidate.ticketNo}</span>
              </span>
              <button className="button" aria-describedby={about}>
                {m.check_choose_this()}
              </button>
            </Form>
          </li>
        );
      })}
    </ul>
  );
}

const dayOf = ({ validFrom: from, validTo: to }: Candidate) => (from === to ? from : m.check_good_days({ from, to }));
