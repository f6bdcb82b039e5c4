/** So deep may departments lie in one another. By itself: a page shows it, and no schema goes with it. */
export const departmentLevels = 7;
