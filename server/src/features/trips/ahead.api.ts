/** The clocks of trackers and servers may differ by this much. A location dated further ahead is part of no track. */
export const maxAheadMs = 300_000
