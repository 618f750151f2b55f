// The message for an alert: subject, text, the same as HTML with a picture, and one line for an SMS.

import { escapeHtml, oneLine } from '../../../platform/mail/safe-text.ts'
import { createAlertTexts } from '../../alert-texts/alert-text.api.ts'
import { describePlace } from '../../places/place.api.ts'
import type { AlertFacts, Channel, Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'
import { drawMap } from './map-picture.ts'
import type { MessageContent } from './message.types.ts'

const maxNameLength = 80
const maxTextLength = 500
const maxShortLength = 300

const colours = { info: '#2563eb', warning: '#b45309', critical: '#b91c1c' }

export function composeAlert(
  alert: AlertFacts & { channel: Channel; language: Language; previouslySuppressed: number },
  publicUrl: string,
): MessageContent {
  const labels = texts[alert.language]
  const device = oneLine(alert.deviceName, maxNameLength)
  const name = nameOf(alert)
  const why = whyOf(alert)
  // If the text is the reason of the rule, it is shown once.
  const isReason = alert.text !== null && alert.text === alert.explanation?.summary
  const reported = isReason ? why : oneLine(alert.text ?? '', maxTextLength)
  const text = isReason ? '' : reported
  const when = timeOf(alert.at, alert.timeZone, alert.language)
  const coordinates = coordinatesOf(alert)
  const place = placeOf(alert)
  const locatedAt = locationTimeOf(alert)
  const link = `${publicUrl}/map?alert=${encodeURIComponent(alert.alertId)}&device=${encodeURIComponent(alert.deviceId)}`
  const more = alert.previouslySuppressed > 0 ? labels.more(alert.previouslySuppressed) : ''
  const footer = labels.footer(oneLine(alert.accountName, maxNameLength))
  const title = `${labels.severities[alert.severity]}: ${name}`
  const rows: [string, string][] = [
    [labels.device, device],
    [labels.when, when],
    [labels.where, whereOf(place?.name, coordinates ?? labels.unknownPlace, locatedAt)],
    ...(why ? [[labels.why, why] as [string, string]] : []),
  ]
  const picture = alert.channel === 'email' && coordinates ? drawMap(markerOf(alert)) : undefined
  return {
    subject: `${title} – ${device}`,
    text: [
      title,
      '',
      ...(text ? [text, ''] : []),
      ...rows.map(([label, value]) => `${label}: ${value}`),
      ...(more ? ['', more] : []),
      '',
      `${labels.openMap}: ${link}`,
      '',
      footer,
      '',
    ].join('\n'),
    html: html({ title, text, rows, more, link, footer, alert, labels, hasPicture: picture !== undefined }),
    short: shortOf([
      `${device}: ${name}`,
      reported,
      when,
      place?.shortName ?? '',
      coordinates ?? '',
      more,
      link,
    ]),
    picture,
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

function html(given: {
  title: string
  text: string
  rows: [string, string][]
  more: string
  link: string
  footer: string
  alert: Pick<AlertFacts, 'severity'> & { language: Language }
  labels: { openMap: string; picture: string }
  hasPicture: boolean
}): string {
  const { title, text, rows, more, link, footer, alert, labels, hasPicture } = given
  const row = ([label, value]: [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0;color:#64748b;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`
  const paragraph = (line: string) => `<p style="margin:16px 0">${escapeHtml(line)}</p>`
  return `<!doctype html>
<html lang="${alert.language}">
<body style="margin:0;padding:24px;background:#f1f5f9;font:16px/1.5 system-ui,sans-serif;color:#0f172a">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid ${colours[alert.severity]}">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title)}</h1>
${text ? paragraph(text) : ''}
<table style="border-collapse:collapse;width:100%">
${rows.map(row).join('\n')}
</table>
${more ? paragraph(more) : ''}
${hasPicture ? `<p style="margin:16px 0"><img src="cid:map" width="480" height="240" alt="${escapeHtml(labels.picture)}" style="display:block;width:100%;height:auto"></p>` : ''}
<p style="margin:16px 0"><a href="${escapeHtml(link)}" style="color:#1d4ed8">${escapeHtml(labels.openMap)}</a></p>
<p style="margin:24px 0 0;font-size:13px;color:#64748b">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
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

/** Keeps the link whole and cuts the rest. */
function shortOf(parts: string[]): string {
  const link = parts.at(-1)!
  const text = parts.slice(0, -1).filter(Boolean).join(', ')
  return `${oneLine(text, maxShortLength - link.length - 1)} ${link}`
}

/** The coordinates, and the area if the explanation contains a circle. */
function markerOf({ latitude, longitude, explanation, severity }: AlertFacts) {
  const area = explanation?.area as { latitude?: unknown; longitude?: unknown; radiusM?: unknown } | undefined
  const isCircle = [area?.latitude, area?.longitude, area?.radiusM].every((value) => Number.isFinite(value))
  return {
    latitude: latitude!,
    longitude: longitude!,
    colour: colours[severity],
    circle: isCircle ? (area as { latitude: number; longitude: number; radiusM: number }) : undefined,
  }
}
