/** How a request of the open API comes in, as the console's edge hands it on without knowing what it asks. */

/** Where all of it stands. */
export const openBase = "/open/v1";

/** The method that answers them, of the business `order`. */
export const openMethod = "openCall";

/** Characters of a body. */
export const openMostBody = 256 * 1024;

/** The headers that carry a signed request, of applications to us and of webhooks to them. */
export const openHeaders = {
  corp: "x-corp-code",
  app: "x-app-id",
  timestamp: "x-timestamp",
  nonce: "x-nonce",
  signature: "x-signature",
} as const;
