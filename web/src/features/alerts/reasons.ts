// Why a notification was not sent, and what can be done about it.

import type { Alert } from '@rastro/client'
import type { Translate } from '../../ui/alert-text.ts'

export type NotifiedDevice = Alert['notifications'][number]

export const reasonCodes = [
  'daily_email_limit',
  'daily_sms_limit',
  'account_cap',
  'platform_cap',
  'reseller_cap',
  'repeat',
  'device_expired',
  'alert_withdrawn',
  'account_suspended',
  'account_blocked',
  'account_closing',
  'contact_gone',
  'contact_unverified',
  'channel_not_configured',
  'no_browser',
  'outcome_unknown',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

export interface Reason {
  code: ReasonCode | undefined
  text: string
  /** What can be done about it. */
  advice: string | undefined
}

export function describeReason(
  { reason, state, channel }: NotifiedDevice,
  timeZone: string,
  t: Translate,
): Reason | undefined {
  if (!reason) return undefined
  const code = reasonCodes.find((one) => one === reason)
  if (!code) {
    const text = t(`reasons.transport.${channel}`, { answer: reason })
    return { code, text, advice: t('reasons.transport.advice') }
  }
  // A waiting repeat will still be sent.
  const key = code === 'repeat' && state === 'waiting' ? 'repeatWaiting' : code
  return {
    code,
    text: t(`reasons.${key}.text`, { timeZone }),
    advice: t(`reasons.${key}.advice`, { timeZone, defaultValue: '' }) || undefined,
  }
}
