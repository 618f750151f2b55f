// A location as the API accepts it.

import type { CallOptions } from '@rastro/client'

type Reported = CallOptions<'/api/devices/{deviceId}/locations', 'post'>['body']
export type NewLocation = Extract<Reported, { dateTime: string }>

/** A row of a file, or its error. `where` is its line. */
export type LocationRow = { where: string; location: NewLocation } | { where: string; fault: string }
