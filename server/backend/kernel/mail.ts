/** Mails to customers and staff, by the mail server that an operator has set. */
import nodemailer from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for every attempt at one mail: whoever gets it twice sees it once. */
  messageId: string;
  attachments: readonly { name: string; contentType: string; bytes: Uint8Array }[];
  /** Where whoever gets it can end such mails. */
  unsubscribe?: string;
}

export interface MailSender {
  /** Throws {@link MailRefused} where trying again is of no use. */
  send(mail: Mail): Promise<void>;
}

/** The server has said no for good: there is no such address, or it takes nothing from us. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/** Milliseconds for each step of the talk with the mail server. */
const patience = 15_000;

/** `url`: `smtps://user:password@host` or `smtp://host:587`; a name and password never go over a line that is not encrypted. */
export function toSmtp(url: string, from: string): MailSender {
  const { username, password } = new URL(url);
  const transport = nodemailer.createTransport({
    url,
    ...(username !== "" && { requireTLS: true }),
    ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const secrets = [password, decodeURIComponent(password)].filter((text) => text !== "");
  return {
    async send({ to, subject, text, messageId, attachments, unsubscribe }) {
      try {
        await transport.sendMail({
          ...{ from, to: { name: "", address: to }, subject, text, messageId: `<${messageId}@${domainOf(from)}>` },
          ...(unsubscribe && { headers: { "List-Unsubscribe": `<${unsubscribe}>` } }),
          attachments: attachments.map(({ name, contentType, bytes }) => ({
            ...{ filename: name, contentType, content: Buffer.from(bytes) },
          })),
        });
      } catch (error) {
        const said = secrets.reduce(
          (words, secret) => words.replaceAll(secret, "***"),
          String((error as Error).message),
        );
        const { responseCode = 0, code = "" } = error as { responseCode?: number; code?: string };
        // What it answers to our name, password and encryption is ours to put right, and no fault of the letter.
        throw responseCode >= 500 && ofTheLetter.includes(code) ? new MailRefused(said) : new Error(said);
      }
    },
  };
}

/** What nodemailer calls a refusal of the address, or of what was written. */
const ofTheLetter = ["EENVELOPE", "EMESSAGE"];

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

/** a***@example.com */
export const maskedAddress = (address: string): string => address.replace(/^(.).*(@.*)$/u, "$1***$2");

let current: MailSender | null = null;
let origin = "";

/**
 * The one of this process; null: the operator has set none, and nothing is mailed. `console`: the origin at which people reach
 * the console; without one nothing is mailed that leads there.
 */
export function putMailSender(sender: MailSender | null, console = ""): void {
  current = sender;
  origin = console;
}

export const consoleOrigin = (): string => origin;

export const mailSender = (): MailSender | null => current;
