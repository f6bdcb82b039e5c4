/** Rights said one after another; those over money carry the sign of the currency. */
import { m } from "~/contract/messages";
import type { SentencePart } from "./role-sentences.server";

export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return parts.map(({ text, money }, place) =>
    money ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is drawn whole
      <strong key={place} className="money-right" title={m.role_money()}>
        <span aria-hidden="true">¥</span>
        <span className="visually-hidden">{m.role_money()} </span>
        {text}
      </strong>
    ) : (
      text
    ),
  );
}
