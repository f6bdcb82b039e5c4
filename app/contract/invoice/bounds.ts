/** Orders on one invoice, at most: chosen by hand, and of a statement. */
export const mostChosen = 50;
export const mostOrders = 500;
