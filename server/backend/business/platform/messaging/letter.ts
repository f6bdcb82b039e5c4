/** What a mail says: of each message what the list on the console shows of it, and the way there. */

import { type Locale, m } from "~/contract/messages";
import { mailSettingsPath, stopMailPath } from "~/contract/messaging/stop-page";
import type { ExportedFile } from "../../../exports/exported-file";
import { stamp } from "../../../kernel/business-time";
import { consoleOrigin, type Mail } from "../../../kernel/mail";
import type { SecretBox } from "../../../kernel/secret-box";
import { mostInLetter } from "./gather";
import { stopToken } from "./link";

export interface Told {
  title: string;
  body: string;
  link: string;
  at: string;
}

interface Letter {
  id: number;
  purpose: "message" | "digest" | "code" | "export";
  day: string | null;
  address: string;
  corpName: string;
  locale: Locale;
  mailboxId: number;
}

const messageIdOf = (corpCode: string, { id }: Letter) => `message-${corpCode}-${id}`;

export function codeLetter(corpCode: string, letter: Letter, code: string, minutes: number): Mail {
  const options = { locale: letter.locale };
  const facts = { corp: letter.corpName, code, minutes };
  return {
    to: letter.address,
    subject: m.messaging_code_subject(facts, options),
    text: m.messaging_code_text(facts, options),
    messageId: messageIdOf(corpCode, letter),
    attachments: [],
  };
}

export function lettersOf(secrets: SecretBox, corpCode: string, letter: Letter, told: readonly Told[]): Mail {
  const options = { locale: letter.locale };
  const origin = consoleOrigin();
  const { foot, unsubscribe } = footOf(secrets, corpCode, letter);
  const [first] = told;
  const n = told.length;
  const corp = letter.corpName;
  const subject =
    letter.purpose === "digest"
      ? m.messaging_digest_subject({ corp, day: letter.day ?? "", n }, options)
      : n === 1 && first
        ? m.messaging_one_subject({ corp, title: first.title }, options)
        : m.messaging_many_subject({ corp, n }, options);
  const shown = told.slice(0, mostInLetter).map(({ title, body, link, at }) =>
    // Only what leads to this console is a way: anything else is left to the console itself.
    [title, body, stamp(at).slice(0, 16), /^\/(?![/\\])/.test(link) ? origin + link : ""]
      .filter((line) => line !== "")
      .join("\n"),
  );
  if (n > mostInLetter) shown.push(m.messaging_and_more({ n: n - mostInLetter }, options));
  return {
    to: letter.address,
    subject: subject.slice(0, 200).replace(/[\r\n]+/g, " "),
    text: `${[...shown, foot].join("\n\n")}\n`,
    messageId: messageIdOf(corpCode, letter),
    attachments: [],
    unsubscribe,
  };
}

/** A file of a planned export: attached, or by its page where it is too large. */
export function fileLetter(
  secrets: SecretBox,
  corpCode: string,
  letter: Letter,
  { jobId, name, contentType, rows, bytes }: ExportedFile & { jobId: number },
): Mail {
  const options = { locale: letter.locale };
  const { foot, unsubscribe } = footOf(secrets, corpCode, letter);
  const link = `${consoleOrigin()}/exports/${jobId}`;
  const subject = m.messaging_file_subject({ corp: letter.corpName, name }, options);
  const text = bytes
    ? m.messaging_file_text({ name, rows, link }, options)
    : m.messaging_file_large({ name, rows, link }, options);
  return {
    to: letter.address,
    subject: subject.slice(0, 200).replace(/[\r\n]+/g, " "),
    text: `${text}\n\n${foot}\n`,
    messageId: messageIdOf(corpCode, letter),
    attachments: bytes ? [{ name, contentType, bytes }] : [],
    unsubscribe,
  };
}

function footOf(secrets: SecretBox, corpCode: string, letter: Letter) {
  const origin = consoleOrigin();
  const token = stopToken(secrets, corpCode, { id: letter.mailboxId, address: letter.address });
  const unsubscribe = `${origin}${stopMailPath}?${new URLSearchParams({ corpCode, t: token })}`;
  const ways = { all: `${origin}/message`, settings: origin + mailSettingsPath, stop: unsubscribe };
  return { foot: m.messaging_foot(ways, { locale: letter.locale }), unsubscribe };
}
