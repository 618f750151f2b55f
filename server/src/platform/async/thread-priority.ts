// For worker threads with long computations: the event loops of all processes come first.

import { setPriority } from 'node:os'

/** On a contended core, Linux gives such a thread about a tenth of the time: slow, but never starved. */
const niceness = 10

export function lowerThreadPriority(): void {
  // Only Linux has per-thread priorities; elsewhere this would slow down the whole process.
  if (process.platform === 'linux') setPriority(niceness)
}
