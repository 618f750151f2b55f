// Hours of the week in a time zone, across clock changes: when a rule is active, somebody is on call, or a contact rests.

import type { Static } from 'typebox'
import { Type } from 'typebox'

const time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$', examples: ['22:00'] })

export const Hours = Type.Object(
  {
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: 'Monday is 1. Default: every day. Hours past midnight belong to the day they start on.',
      }),
    ),
    from: time,
    to: time,
  },
  { additionalProperties: false },
)

const dayMinutes = 1_440
const weekMinutes = 7 * dayMinutes

/** A bitmap of the minutes of the week, from Monday 00:00 local time. */
export function createSchedule(hours: Static<typeof Hours>[], timeZone: string): (atMs: number) => boolean {
  if (hours.length === 0) return () => true
  const isOn = new Uint8Array(weekMinutes)
  for (const { days = [1, 2, 3, 4, 5, 6, 7], from, to } of hours) {
    const begins = minuteOf(from)
    const ends = minuteOf(to) > begins ? minuteOf(to) : minuteOf(to) + dayMinutes
    for (const day of days) {
      const from = (day - 1) * dayMinutes + begins
      const to = (day - 1) * dayMinutes + ends
      isOn.fill(1, from, Math.min(to, weekMinutes))
      // Past the end of Sunday it is Monday.
      if (to > weekMinutes) isOn.fill(1, Math.max(0, from - weekMinutes), to - weekMinutes)
    }
  }
  const minuteOfWeek = createClock(timeZone)
  return (atMs) => isOn[minuteOfWeek(atMs)] === 1
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** Clock changes happen on quarter hours at the finest: within one, minutes are consecutive. */
const quarterMs = 900_000
const maxQuarters = 1_000

function createClock(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const known = new Map<number, number>()
  return (atMs) => {
    const quarter = Math.floor(atMs / quarterMs)
    let minute = known.get(quarter)
    if (minute === undefined) {
      const parts = Object.fromEntries(
        format.formatToParts(quarter * quarterMs).map(({ type, value }) => [type, value]),
      )
      minute = weekdays.indexOf(parts.weekday!) * dayMinutes + minuteOf(`${parts.hour}:${parts.minute}`)
      if (known.size >= maxQuarters) known.clear()
      known.set(quarter, minute)
    }
    return (minute + Math.floor((atMs - quarter * quarterMs) / 60_000)) % weekMinutes
  }
}
