/** Most tickets that are given wristbands at once. */
export const wristbandsMost = 50;
