/** A passkey's device as a test has it: a key pair of ES256 that makes credentials and signs challenges, right or wrong. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const b64 = (data: Buffer | string) => Buffer.from(data).toString("base64url");

interface Asked {
  challenge: string;
  origin?: string;
  rpId?: string;
  counter?: number;
}

export class TestAuthenticator {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;

  constructor(
    readonly origin = "http://console.test",
    readonly rpId = new URL(origin).hostname,
  ) {}

  private clientData(type: string, { challenge, origin = this.origin }: Asked): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** `rpIdHash`, flags (present; with `attested` data), counter. */
  private authData({ rpId = this.rpId, counter }: Asked, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([attested ? 0x41 : 0x01]), count, attested ?? Buffer.alloc(0)]);
  }

  /** The answer to `navigator.credentials.create`, as JSON text. */
  create(asked: Asked): string {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR.
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]);
    const authData = this.authData(asked, attested);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(authData.length);
    // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
    const attestationObject = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
      length,
      authData,
    ]);
    return this.answer({
      clientDataJSON: b64(this.clientData("webauthn.create", asked)),
      attestationObject: b64(attestationObject),
      transports: ["internal"],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON text; counts on unless told a counter. */
  sign(asked: Asked): string {
    if (asked.counter === undefined) this.counter += 1;
    const clientData = this.clientData("webauthn.get", asked);
    const authData = this.authData(asked);
    const signature = createSign("SHA256")
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.keys.privateKey);
    return this.answer({
      clientDataJSON: b64(clientData),
      authenticatorData: b64(authData),
      signature: b64(signature),
    });
  }

  private answer(response: Record<string, unknown>): string {
    const id = b64(this.id);
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}
