/** Numbers of identity cards for tests. */

export function withCheckDigit(digits: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return digits + "10X98765432"[sum % 11];
}
