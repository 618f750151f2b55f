// The error for archives that cannot be used.

import { InvalidError } from '../../../platform/http/errors.ts'

export function damaged(what: string): InvalidError {
  return new InvalidError('maps.damaged', `The archive is damaged or not a PMTiles archive: ${what}.`)
}
