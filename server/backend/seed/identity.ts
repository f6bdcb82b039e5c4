/** The check digit of an identity number (GB 11643). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

export function checkedIdentity(first17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return first17 + "10X98765432".charAt(sum % 11);
}
