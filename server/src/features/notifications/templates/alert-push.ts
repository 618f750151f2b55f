// What a browser shows of an alert: two short texts, and the path that a click opens.

import { randomText } from '../../../platform/crypto/ids.ts'
import { pathOfToken } from '../acknowledge-link.ts'
import type { AlertFacts, Language } from '../notification.types.ts'
import type { PushMessage } from '../push/subscription.types.ts'
import { texts } from './alert-texts.types.ts'

/** The view of the alert. */
export function alertPathOf({ alertId }: Pick<AlertFacts, 'alertId'>): string {
  return `/alerts?id=${encodeURIComponent(alertId)}`
}

/** On the host that the browser was registered on. */
export function pushMessageOf(
  alert: AlertFacts & { language: Language; acknowledgeToken?: string | undefined },
  { title, lines }: { title: string; lines: string[] },
): PushMessage {
  const { alertId, severity, language, acknowledgeToken } = alert
  const labels = texts[language]
  return {
    title,
    body: lines.filter(Boolean).join('\n'),
    hiddenTitle: labels.pushHiddenTitle,
    hiddenBody: labels.pushHiddenBody,
    language,
    tag: alertId,
    path: alertPathOf(alert),
    ...(acknowledgeToken && {
      acknowledge: { label: labels.acknowledge, path: pathOfToken(acknowledgeToken) },
    }),
    isUrgent: severity === 'critical',
  }
}

/** Never replaces another one, so that each test is seen. */
export function testMessage(language: Language): PushMessage {
  const { pushTestTitle, pushTestBody } = texts[language]
  return {
    title: pushTestTitle,
    body: pushTestBody,
    hiddenTitle: pushTestTitle,
    hiddenBody: pushTestBody,
    language,
    tag: `test_${randomText(22)}`,
    path: '/settings/this-device',
    isUrgent: true,
  }
}
