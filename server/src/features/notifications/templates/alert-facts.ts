// The content of a message about an alert, in the language of its contact.

import { oneLine } from '../../../platform/mail/safe-text.ts'
import { createAlertTexts } from '../../alert-texts/alert-text.api.ts'
import { describePlace } from '../../places/place.api.ts'
import type { AlertFacts, Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'

export const maxNameLength = 80
const maxTextLength = 500

export function describeForContact(alert: AlertFacts & { language: Language }) {
  const labels = texts[alert.language]
  const device = oneLine(alert.deviceName, maxNameLength)
  const name = nameOf(alert)
  const why = whyOf(alert)
  // If the text is the reason of the rule, it is shown once.
  const isReason = alert.text !== null && alert.text === alert.explanation?.summary
  const reported = isReason ? why : oneLine(alert.text ?? '', maxTextLength)
  const when = timeOf(alert.at, alert.timeZone, alert.language)
  const coordinates = coordinatesOf(alert)
  const place = placeOf(alert)
  const rows: [string, string][] = [
    [labels.device, device],
    [labels.when, when],
    [labels.where, whereOf(place?.name, coordinates ?? labels.unknownPlace, locationTimeOf(alert))],
    ...(why ? [[labels.why, why] as [string, string]] : []),
  ]
  return {
    title: `${labels.severities[alert.severity]}: ${name}`,
    /** Empty if the reason is all there is. */
    text: isReason ? '' : reported,
    rows,
    device,
    name,
    reported,
    when,
    coordinates,
    shortPlace: place?.shortName ?? '',
  }
}

/** The name that the user gave the rule is more helpful than its kind. */
function nameOf({ explanation, alertName }: AlertFacts): string {
  const rule = (explanation?.rule as { name?: unknown } | undefined)?.name
  return oneLine(typeof rule === 'string' ? rule : alertName, maxNameLength)
}

/** The sentence of the rule, which is English; in another language, what it is about with the values of the sentence. */
function whyOf({ explanation, alertName, language, timeZone }: AlertFacts & { language: Language }): string {
  const summary = explanation?.summary
  if (typeof summary !== 'string') return ''
  if (language === 'en') return oneLine(summary, maxTextLength)
  // Metric, as in `placeOf`.
  const textOf = createAlertTexts({ language, units: 'metric', timeZone })
  return oneLine(textOf({ name: alertName, text: summary, isOfRule: true }), maxTextLength)
}

/** In the time zone of the account, with its name: the reader may be elsewhere. */
function timeOf(at: Date, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(at)
}

/** When the coordinates are the last known ones: their time. */
function locationTimeOf({ explanation, timeZone, language }: AlertFacts & { language: Language }): string {
  const at = Date.parse(String(explanation?.locatedAt))
  return Number.isNaN(at) ? '' : timeOf(new Date(at), timeZone, language)
}

function coordinatesOf({
  latitude,
  longitude,
}: Pick<AlertFacts, 'latitude' | 'longitude'>): string | undefined {
  return latitude === null || longitude === null
    ? undefined
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** "Calatayud, Zaragoza, Spain (41.35320, -1.64310)": a name has commas, and so have coordinates. */
function whereOf(name: string | undefined, coordinates: string, locatedAt: string): string {
  const exactly = [coordinates, locatedAt].filter(Boolean).join(', ')
  return name ? `${name} (${exactly})` : exactly
}

/** Without the geofences of the account: those who are notified may not see them. */
function placeOf({ latitude, longitude, language }: AlertFacts & { language: Language }) {
  // Metric, as the speeds and distances in the text of the rule: a contact has a language, but no units.
  return latitude === null || longitude === null
    ? undefined
    : describePlace(latitude, longitude, { language, units: 'metric' })
}
