/** Of what somebody types to find something; apart from the method, whose schema the browser does without. */
export const soughtAtMost = 40;
