// Reports that read locations instead of trips have a limit of their own: a month of a large fleet is too much for one file.

import { InvalidError } from '../../platform/http/errors.ts'

export const maxLocations = 300_000_000

/** Call it with every part that is read. Throws when it is too much. */
export function createLocationBudget(max = maxLocations): (read: number) => void {
  let sum = 0
  return (read) => {
    sum += read
    if (sum <= max) return
    throw new InvalidError(
      'body.invalid',
      `The report needs more than ${max / 1e6} million locations. Choose fewer devices or a shorter period.`,
    )
  }
}
