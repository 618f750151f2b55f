// The message for an alert: subject, text, the same as HTML with a picture, and one line for an SMS.

import { escapeHtml, oneLine } from '../../../platform/mail/safe-text.ts'
import { urlOfToken } from '../acknowledge-link.ts'
import type { AlertFacts, Channel, Language } from '../notification.types.ts'
import { describeForContact, maxNameLength } from './alert-facts.ts'
import { alertPathOf, pushMessageOf } from './alert-push.ts'
import { texts } from './alert-texts.types.ts'
import { drawMap } from './map-picture.ts'
import type { MessageContent } from './message.types.ts'

const maxShortLength = 300

const colours = { info: '#2563eb', warning: '#b45309', critical: '#b91c1c' }

export function composeAlert(
  alert: AlertFacts & {
    channel: Channel
    language: Language
    previouslySuppressed: number
    /** Of the link that acknowledges it. */
    acknowledgeToken?: string | undefined
  },
  publicUrl: string,
): MessageContent {
  const labels = texts[alert.language]
  const { title, text, rows, device, name, reported, when, coordinates, shortPlace } =
    describeForContact(alert)
  const link = publicUrl + alertPathOf(alert)
  const acknowledgeUrl = alert.acknowledgeToken && urlOfToken(publicUrl, alert.acknowledgeToken)
  const more = alert.previouslySuppressed > 0 ? labels.more(alert.previouslySuppressed) : ''
  const footer = labels.footer(oneLine(alert.accountName, maxNameLength))
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
      ...(acknowledgeUrl ? [`${labels.acknowledge}: ${acknowledgeUrl}`] : []),
      `${labels.openMap}: ${link}`,
      '',
      footer,
      '',
    ].join('\n'),
    html: html({
      title,
      text,
      rows,
      more,
      link,
      acknowledgeUrl,
      footer,
      alert,
      labels,
      hasPicture: picture !== undefined,
    }),
    // One link: its page leads to the map, too.
    short: shortOf(
      [`${device}: ${name}`, reported, when, shortPlace, coordinates ?? '', more],
      acknowledgeUrl ? `${labels.acknowledgeShort} ${acknowledgeUrl}` : link,
    ),
    parts: {
      title: `${title} – ${device}`,
      lines: [text, ...rows.slice(1).map(([label, value]) => `${label}: ${value}`), more].filter(Boolean),
      links: [
        ...(acknowledgeUrl ? [{ label: labels.acknowledge, url: acknowledgeUrl }] : []),
        { label: labels.openMap, url: link },
      ],
    },
    picture,
    ...(alert.channel === 'push' && {
      push: pushMessageOf(alert, {
        title,
        lines: [device, reported, [shortPlace || coordinates, when].filter(Boolean).join(', '), more],
      }),
    }),
  }
}

function html(given: {
  title: string
  text: string
  rows: [string, string][]
  more: string
  link: string
  acknowledgeUrl: string | undefined
  footer: string
  alert: Pick<AlertFacts, 'severity'> & { language: Language }
  labels: { openMap: string; picture: string; acknowledge: string }
  hasPicture: boolean
}): string {
  const { title, text, rows, more, link, acknowledgeUrl, footer, alert, labels, hasPicture } = given
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
${acknowledgeUrl ? button(acknowledgeUrl, labels.acknowledge) : ''}
<p style="margin:16px 0"><a href="${escapeHtml(link)}" style="color:#1d4ed8">${escapeHtml(labels.openMap)}</a></p>
<p style="margin:24px 0 0;font-size:13px;color:#64748b">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`
}

function button(url: string, label: string): string {
  return `<p style="margin:16px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></p>`
}

/** Keeps the link whole and cuts the rest. */
function shortOf(parts: string[], link: string): string {
  return `${oneLine(parts.filter(Boolean).join(', '), maxShortLength - link.length - 1)} ${link}`
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
