/** What stands after the guide, as a list that is printed too. */
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import type { GuideHead } from "./guide.server";

export interface Said extends Pick<GuideHead["steps"][number], "step" | "name" | "to" | "state" | "stateName"> {
  /** What stands of it. */
  text: string;
}

export function Summary({ parts }: { parts: Said[] }) {
  return (
    <ul className="guide-parts">
      {parts.map(({ step, name, to, state, stateName, text }) => (
        <li key={step}>
          <span>
            <Link to={to}>{name}</Link>
            <small className="dim">{text || m.startup_none_yet()}</small>
          </span>
          <span className={`badge badge-${state === "done" ? "good" : state === "open" ? "warn" : "calm"}`}>
            {stateName}
          </span>
        </li>
      ))}
    </ul>
  );
}
