/** Which addresses webhooks never go to by themselves. */
import { expect, it } from "vitest";
import { isPrivate } from "~server/backend/business/open/post";

it.each([
  ...["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"],
  ...["::", "::1", "fd00::1", "fe80::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::"],
])("%s is private", (address) => expect(isPrivate(address)).toBe(true));

it.each(["8.8.8.8", "203.0.114.1", "2400:3200::1"])("%s is public", (address) => {
  expect(isPrivate(address)).toBe(false);
});
