// Known drives of a device, for tests of its history.

import type { MadeAccount } from '../server/test/make.ts'
import type { Stage } from './stage.ts'

const minuteMs = 60_000
const everyMs = 30_000
const degreePerM = 1 / 111_195

export interface DrivenLocation {
  dateTime: string
  latitude: number
  longitude: number
  speed: number
  ignition: boolean
}

/** Drives north from Vigo and stands, minute by minute. Starts at an instant. */
export function drives(startMs: number) {
  const locations: DrivenLocation[] = []
  let atMs = startMs
  let northM = 0
  const add = (speed: number) =>
    locations.push({
      dateTime: new Date(atMs).toISOString(),
      latitude: 42.2 + northM * degreePerM,
      longitude: -8.7,
      speed,
      ignition: speed > 0,
    })
  const plan = {
    locations,
    drive(minutes: number, speed = 15) {
      const untilMs = atMs + minutes * minuteMs
      for (; atMs < untilMs; atMs += everyMs, northM += (speed * everyMs) / 1_000) add(speed)
      return plan
    },
    stand(minutes: number) {
      const untilMs = atMs + minutes * minuteMs
      for (; atMs < untilMs; atMs += everyMs) add(0)
      return plan
    },
    /** Moves on without reporting. */
    silent(minutes: number, movedM: number) {
      atMs += minutes * minuteMs
      northM += movedM
      return plan
    },
  }
  return plan
}

export async function report(
  stage: Stage,
  account: MadeAccount,
  deviceId: string,
  locations: DrivenLocation[],
): Promise<void> {
  const answer = await stage.call('POST', `/api/devices/${deviceId}/locations`, {
    token: account.token,
    body: { locations },
  })
  if (answer.status >= 300) throw new Error(`no locations: ${answer.text}`)
}

/** A local day before today, and the instant at which its clock shows an hour. */
export function dayBefore(days: number, timeZone: string): { day: string; at(hour: number): number } {
  const date = Temporal.Now.plainDateISO(timeZone).subtract({ days })
  return {
    day: date.toString(),
    at: (hour) => date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds,
  }
}
