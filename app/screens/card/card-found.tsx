/** Cards that were found: a link to each. */
import type { cardCounter } from "~/contract/card/counter";
import { m } from "~/contract/messages";
import type { AnswerOf } from "~/contract/method";
import { Link } from "~/widgets/link";

interface Props {
  found: AnswerOf<typeof cardCounter>["found"];
  path: string;
  whyNot: string;
}

export function CardFound({ found, path, whyNot }: Props) {
  if (found.length === 0) {
    return (
      <section className="panel" role="status">
        <p>{whyNot || m.card_none_found()}</p>
      </section>
    );
  }
  return (
    <section className="panel" aria-label={m.card_find()}>
      <ul className="card-found">
        {found.map(({ id, number, typeName, holderName, stateName, validTo }) => (
          <li key={id}>
            <Link to={`${path}?card=${id}`}>{number}</Link>{" "}
            {[typeName, holderName, stateName, validTo].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
    </section>
  );
}
