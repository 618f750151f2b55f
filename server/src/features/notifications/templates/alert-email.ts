// The letter that tells of an alert: a subject, a text, the same as HTML with a picture, and one line for an SMS.

import type { AlertFacts, Channel, Language } from '../notification.types.ts'
import { texts } from './alert-texts.types.ts'
import { drawMap } from './map-picture.ts'
import type { Letter } from './message.types.ts'
import { escapeHtml, oneLine } from './safe-text.ts'

const longestName = 80
const longestText = 500
const longestShort = 300

const colours = { info: '#2563eb', warning: '#b45309', critical: '#b91c1c' }

export function composeAlert(
  alert: AlertFacts & { channel: Channel; language: Language; previouslySuppressed: number },
  publicUrl: string,
): Letter {
  const says = texts[alert.language]
  const device = oneLine(alert.deviceName, longestName)
  const name = nameOf(alert)
  const why = whyOf(alert)
  const said = oneLine(alert.text ?? '', longestText)
  // A rule's own words are the reason; nobody reads them twice.
  const text = said === why ? '' : said
  const when = timeOf(alert.at, alert.timeZone, alert.language)
  const place = placeOf(alert)
  const link = `${publicUrl}/map?alert=${encodeURIComponent(alert.alertId)}&device=${encodeURIComponent(alert.deviceId)}`
  const more = alert.previouslySuppressed > 0 ? says.more(alert.previouslySuppressed) : ''
  const footer = says.footer(oneLine(alert.accountName, longestName))
  const title = `${says.severities[alert.severity]}: ${name}`
  const rows: [string, string][] = [
    [says.device, device],
    [says.when, when],
    [says.where, place ?? says.unknownPlace],
    ...(why ? [[says.why, why] as [string, string]] : []),
  ]
  const picture = alert.channel === 'email' && place ? drawMap(spotOf(alert)) : undefined
  return {
    subject: `${title} – ${device}`,
    text: [
      title,
      '',
      ...(text ? [text, ''] : []),
      ...rows.map(([label, value]) => `${label}: ${value}`),
      ...(more ? ['', more] : []),
      '',
      `${says.openMap}: ${link}`,
      '',
      footer,
      '',
    ].join('\n'),
    html: html({ title, text, rows, more, link, footer, alert, says, hasPicture: picture !== undefined }),
    short: shortOf([`${device}: ${name}`, said, when, place ?? '', more, link]),
    picture,
  }
}

/** What its maker calls the rule says more than what we call its kind. */
function nameOf({ explanation, alertName }: AlertFacts): string {
  const rule = (explanation?.rule as { name?: unknown } | undefined)?.name
  return oneLine(typeof rule === 'string' ? rule : alertName, longestName)
}

function whyOf({ explanation }: AlertFacts): string {
  const summary = explanation?.summary
  return typeof summary === 'string' ? oneLine(summary, longestText) : ''
}

function html(given: {
  title: string
  text: string
  rows: [string, string][]
  more: string
  link: string
  footer: string
  alert: Pick<AlertFacts, 'severity'> & { language: Language }
  says: { openMap: string; picture: string }
  hasPicture: boolean
}): string {
  const { title, text, rows, more, link, footer, alert, says, hasPicture } = given
  const row = ([label, value]: [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0;color:#64748b;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`
  const paragraph = (words: string) => `<p style="margin:16px 0">${escapeHtml(words)}</p>`
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
${hasPicture ? `<p style="margin:16px 0"><img src="cid:map" width="480" height="240" alt="${escapeHtml(says.picture)}" style="display:block;width:100%;height:auto"></p>` : ''}
<p style="margin:16px 0"><a href="${escapeHtml(link)}" style="color:#1d4ed8">${escapeHtml(says.openMap)}</a></p>
<p style="margin:24px 0 0;font-size:13px;color:#64748b">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
}

/** In the account's zone, with its name: who reads it may be elsewhere. */
function timeOf(at: Date, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(at)
}

function placeOf({ latitude, longitude }: Pick<AlertFacts, 'latitude' | 'longitude'>): string | undefined {
  return latitude === null || longitude === null
    ? undefined
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** The link is kept whole, the rest is cut. */
function shortOf(parts: string[]): string {
  const link = parts.at(-1)!
  const words = parts.slice(0, -1).filter(Boolean).join(', ')
  return `${oneLine(words, longestShort - link.length - 1)} ${link}`
}

/** The position, and the area where the explanation names a circle. */
function spotOf({ latitude, longitude, explanation, severity }: AlertFacts) {
  const area = explanation?.area as { latitude?: unknown; longitude?: unknown; radiusM?: unknown } | undefined
  const isCircle = [area?.latitude, area?.longitude, area?.radiusM].every((value) => Number.isFinite(value))
  return {
    latitude: latitude!,
    longitude: longitude!,
    colour: colours[severity],
    circle: isCircle ? (area as { latitude: number; longitude: number; radiusM: number }) : undefined,
  }
}
