/** Numbers of resident identity cards. Pure, without the schemas, so that a gate may carry it. */
import { isIdentityArea } from "./identity-areas";

const identityWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const identityCheckDigits = "10X98765432";

/** Whether an 18-digit identity number has a known area, a real date of birth (from 1850 to today), the right check digit. */
export function isIdentityNumber(value: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(value) || !isIdentityArea(value.slice(0, 6))) return false;
  const year = Number(value.slice(6, 10));
  const month = Number(value.slice(10, 12));
  const day = Number(value.slice(12, 14));
  const born = new Date(Date.UTC(year, month - 1, day));
  const isDate = born.getUTCFullYear() === year && born.getUTCMonth() === month - 1 && born.getUTCDate() === day;
  if (!isDate || year < 1850 || born.getTime() > Date.now()) return false;
  const sum = identityWeights.reduce((total, weight, index) => total + weight * Number(value[index]), 0);
  return identityCheckDigits[sum % 11] === value[17]?.toUpperCase();
}
