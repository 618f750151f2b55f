// Counts the elementary comparisons of a query, so that its cost has a bound that depends on the geometry only: the
// same track gives the same alerts on every machine.

/** Shared by all queries: they are synchronous, and each starts by resetting it. */
export const effort = { spent: 0 }

/** A few milliseconds. Beyond it the path between two locations is not examined, only the locations. */
export const maxPathEffort = 100_000
