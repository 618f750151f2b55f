// Formats an event as one line: time, device or account, event, coordinates and speed.

import { styleText } from 'node:util'
import type {
  DriverEvent,
  EventsOf,
  FuelStreamEvent,
  LocationEvent,
  TripEvent,
  VisitEvent,
} from '@rastro/client'

export type TailedEvent = EventsOf
type Style = Parameters<typeof styleText>[0]

const nameCells = 20
const lateMs = 60_000
const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']
const capTexts = {
  'account.cap_warned': 'cap at 80 %',
  'account.cap_reached': 'cap reached, only critical alerts are sent',
  'account.cap_exhausted': 'cap used up, no alerts are sent',
}
const severities: Record<string, Style> = { info: 'cyan', warning: 'yellow', critical: ['red', 'bold'] }

export interface Look {
  colours: boolean
  /** The local time zone by default. */
  timeZone?: string | undefined
}

export function lineOf(event: TailedEvent, name: string, look: Look): string {
  const paint = (style: Style, text: string) =>
    look.colours ? styleText(style, text, { validateStream: false }) : text
  const what = wordsOf(event, paint)
  return `${paint('gray', clockOf(event.timestamp, look))}  ${paint('bold', fitted(name))}  ${what}`
}

function wordsOf(event: TailedEvent, paint: (style: Style, text: string) => string): string {
  switch (event.type) {
    case 'location':
      return locationOf(event, paint)
    case 'status': {
      const { battery, ignition, alerts } = event.data
      return joined([
        paint('blue', '● status'),
        battery === undefined ? '' : `battery ${Math.round(battery)} %`,
        ignition === undefined ? '' : paint('gray', ignition ? 'ignition on' : 'ignition off'),
        alerts && alerts.length > 0 && paint('red', alerts.map(harmless).join(' ')),
      ])
    }
    case 'alert.raised':
    case 'alert.acknowledged':
    case 'alert.resolved':
    case 'alert.withdrawn':
    case 'alert.changed': {
      const { name, severity, text, late } = event.data
      const mark = paint(
        severities[severity] ?? 'cyan',
        event.type === 'alert.raised' ? `▲ ${harmless(name)}` : `△ ${harmless(name)}`,
      )
      const verb = event.type === 'alert.raised' ? severity : event.type.slice('alert.'.length)
      return joined([mark, verb, harmless(text), whereOf(event.data), late && '(late)'])
    }
    case 'trip.started':
    case 'trip.ended':
    case 'trip.corrected':
    case 'trip.withdrawn':
      return tripOf(event, paint)
    case 'fuel.filled':
    case 'fuel.drained':
      return fuelOf(event, paint)
    case 'visit.started':
    case 'visit.ended':
      return visitOf(event, paint)
    case 'driver.changed':
      return driverOf(event, paint)
    case 'notification.sent':
    case 'notification.failed':
    case 'notification.suppressed': {
      const { channel, to, state, reason } = event.data
      const style: Style = state === 'sent' ? 'green' : 'yellow'
      return joined([paint(style, `✉ ${channel} ${state}`), `to ${harmless(to)}`, harmless(reason)])
    }
    case 'command.queued':
    case 'command.sent':
    case 'command.acknowledged':
    case 'command.failed':
    case 'command.expired':
    case 'command.cancelled': {
      const { type, state, reason } = event.data
      return joined([paint('magenta', `» command ${harmless(type)} ${state}`), harmless(reason)])
    }
    case 'odometer.set':
      return joined([paint('blue', '● odometer set'), `${event.data.value} km`])
    case 'report.finished': {
      const { report, format, state, from, to, failure } = event.data
      const days = from === to ? from : `${from} to ${to}`
      const style: Style = state === 'done' ? 'green' : 'yellow'
      return joined([paint(style, `● report ${state}`), `${report} ${format}`, days, harmless(failure)])
    }
    case 'usage.day_closed': {
      const { accountId, day, licensesPeak } = event.data
      return joined([paint('blue', '● usage closed'), accountId, day, `${licensesPeak} licenses`])
    }
    case 'maintenance.soon':
    case 'maintenance.due': {
      const { planName, remainingKm, remainingHours, remainingDays } = event.data
      const isDue = event.type === 'maintenance.due'
      const left = [
        [remainingKm, 'km'],
        [remainingHours, 'h'],
        [remainingDays, 'days'],
      ].flatMap(([value, unit]) => (typeof value === 'number' ? [`${Math.round(value)} ${unit}`] : []))
      const what = paint('yellow', isDue ? '● maintenance due' : '● maintenance due soon')
      return joined([what, harmless(planName), `${left.join(', ')} left`])
    }
    case 'escalation.notified': {
      const { policyName, step, contacts } = event.data
      const names = contacts.map(({ name }) => harmless(name)).join(', ')
      return joined([paint('yellow', `✉ escalation, step ${step + 1}`), harmless(policyName), names])
    }
    case 'account.status_changed': {
      const { status, reason } = event.data
      return joined([paint('yellow', `● ${status}`), harmless(reason)])
    }
    case 'account.host_changed':
      return joined([paint('yellow', `● ${event.data.host}`), event.data.state])
    case 'account.cap_warned':
    case 'account.cap_reached':
    case 'account.cap_exhausted': {
      const { kind, period, used, cap } = event.data
      return joined([paint('yellow', `✉ ${capTexts[event.type]}`), `${used} of ${cap} ${kind} per ${period}`])
    }
    case 'account.support_requested':
    case 'account.support_started':
    case 'account.support_ended': {
      const { visitorName, organization, reason } = event.data
      const what = event.type.slice('account.support_'.length)
      const who = `${harmless(visitorName)} (${harmless(organization)})`
      return joined([paint('yellow', `● support ${what}`), who, harmless(reason)])
    }
    case 'account.email_sender_verified':
    case 'account.email_sender_withdrawn': {
      const { address, fault } = event.data
      const what = event.type.slice('account.email_sender_'.length)
      return joined([paint('yellow', `✉ sender ${what}`), harmless(address), fault ?? ''])
    }
    default:
      // A missing kind is a type error.
      event.type satisfies `device.${string}`
      return paint('blue', `● ${event.type.slice('device.'.length)}`)
  }
}

function locationOf(
  { timestamp, data }: LocationEvent,
  paint: (style: Style, text: string) => string,
): string {
  const { latitude, longitude, speed, course, ignition, alerts, dateTime, valid } = data
  const lateBy = Date.parse(timestamp) - Date.parse(dateTime)
  return joined([
    coordinatesOf(latitude, longitude).padEnd(21),
    speed === undefined ? '' : `${Math.round(speed * 3.6)} km/h`.padStart(8),
    course === undefined || !speed ? '  ' : (winds[Math.round(course / 45) % winds.length] ?? '').padEnd(2),
    ignition === undefined ? '' : paint('gray', ignition ? 'ignition on' : 'ignition off'),
    valid === false && paint('yellow', 'no fix'),
    alerts && alerts.length > 0 && paint('red', alerts.map(harmless).join(' ')),
    lateBy > lateMs && paint('gray', `(of ${spanOf(lateBy)} before)`),
  ])
}

function tripOf(event: TripEvent, paint: (style: Style, text: string) => string): string {
  const mark = paint('green', `→ ${event.type.replace('.', ' ')}`)
  const late = event.data.late === true && '(late)'
  switch (event.type) {
    case 'trip.started': {
      return joined([mark, whereOf(event.data.start), late])
    }
    case 'trip.ended': {
      const { end, distance, duration } = event.data
      const length = `${kilometresOf(distance)} in ${spanOf(duration * 1_000)}`
      return joined([mark, length, whereOf(end), late])
    }
    case 'trip.corrected': {
      const { before, after, cause } = event.data
      return joined([
        mark,
        `${kilometresOf(before.distance)}, now ${kilometresOf(after.distance)}`,
        harmless(cause),
      ])
    }
    default:
      return joined([mark, kilometresOf(event.data.before.distance), harmless(event.data.cause)])
  }
}

function driverOf({ data }: DriverEvent, paint: (style: Style, text: string) => string): string {
  const { driverId, tag, late } = data
  const driver = driverId ?? (tag === null ? 'nobody' : `unknown tag ${tag}`)
  return joined([paint('cyan', '☺ driver changed'), harmless(driver), late === true && '(late)'])
}

function visitOf(event: VisitEvent, paint: (style: Style, text: string) => string): string {
  const mark = paint('green', `⌂ ${event.type.replace('.', ' ')}`)
  const { geofenceId, late } = event.data
  const stay =
    event.type === 'visit.ended' &&
    `${event.data.type}  ${spanOf(event.data.duration * 1_000)}  ${kilometresOf(event.data.distance)}`
  return joined([mark, harmless(geofenceId), stay, late === true && '(late)'])
}

function fuelOf(event: FuelStreamEvent, paint: (style: Style, text: string) => string): string {
  const { litres, levelBefore, levelAfter, latitude, longitude, late } = event.data
  const style: Style = event.type === 'fuel.filled' ? 'green' : 'yellow'
  return joined([
    paint(style, `⛽ ${event.type.replace('.', ' ')}`),
    `${litres.toFixed(1)} l (${levelBefore.toFixed(1)} to ${levelAfter.toFixed(1)})`,
    coordinatesOf(latitude, longitude),
    late === true && '(late)',
  ])
}

function kilometresOf(metres: number): string {
  return `${(metres / 1_000).toFixed(1)} km`
}

function coordinatesOf(latitude: number | null, longitude: number | null): string {
  if (latitude === null || longitude === null) return ''
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** What people call it, and where it is. */
function whereOf(at: { latitude: number | null; longitude: number | null; place?: { shortName: string } }) {
  return joined([at.place && harmless(at.place.shortName), coordinatesOf(at.latitude, at.longitude)])
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

function clockOf(instant: string, { timeZone }: Look): string {
  return new Date(instant).toLocaleTimeString('en-GB', { hour12: false, ...(timeZone && { timeZone }) })
}

function fitted(name: string): string {
  const clean = harmless(name)
  return clean.length > nameCells ? `${clean.slice(0, nameCells - 1)}…` : clean.padEnd(nameCells)
}

/** A tracker can send any text; on a terminal it must not move the cursor. */
function harmless(text: string | null | undefined): string {
  return (text ?? '').replace(/\p{Cc}/gu, ' ')
}

function joined(parts: (string | false | undefined)[]): string {
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .join('  ')
    .trimEnd()
}
