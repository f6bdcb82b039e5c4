/** Where closed years are. By itself: the browser needs it without the schemas of the methods. */
export const yearsPath = "/dataBase/completeList";
