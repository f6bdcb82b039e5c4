/** Six digits, five minutes, five tries; another one once a minute. By itself: a page shows it, and no schema goes with it. */
export const checkCodeRules = { digits: 6, minutes: 5, tries: 5, secondsBetween: 60 } as const;
