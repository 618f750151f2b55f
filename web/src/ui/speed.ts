/** The API has metres per second, views have km/h. */
export const kmhPerMs = 3.6
