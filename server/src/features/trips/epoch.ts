/** Nothing is tracked before. PostgreSQL has no year 0, which the local day of an instant in the year 1 may be in. */
export const earliestMs = Date.parse('2000-01-01T00:00:00Z')
