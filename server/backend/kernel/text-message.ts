/** Text messages to people's mobiles, by whatever gateway an operator has. */

export interface TextMessage {
  /** "" where the account has none. */
  mobile: string;
  accName: string;
  text: string;
  code: string;
}

export interface TextSender {
  send(message: TextMessage): Promise<void>;
  /** A message to nobody's mobile cannot be sent. */
  needsMobile: boolean;
}

/** Milliseconds that the gateway may take. */
const patience = 10_000;

/** Posts each message as JSON to an address; whatever answers 2xx in time has taken it. */
export function toHook(address: string, limit = patience): TextSender {
  return {
    needsMobile: true,
    async send(message) {
      const answer = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(limit),
      });
      if (!answer.ok) throw new Error(`The gateway of text messages answered ${answer.status}.`);
    },
  };
}

/** No gateway: who runs the server reads the log and passes the code on. */
export const toLog: TextSender = {
  needsMobile: false,
  async send({ accName, text }) {
    console.info(JSON.stringify({ level: "info", at: "text message", accName, text }));
  },
};
