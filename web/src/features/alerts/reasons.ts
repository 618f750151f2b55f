// Why a message did not leave, for whoever can do something about it.

import type { Alert } from '@rastro/client'
import type { Say } from '../../ui/tell-alert.ts'

export type Telling = Alert['notifications'][number]

export const reasonCodes = [
  'daily_email_limit',
  'daily_sms_limit',
  'repeat',
  'device_expired',
  'alert_withdrawn',
  'contact_gone',
  'channel_not_configured',
  'outcome_unknown',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

export interface Reason {
  code: ReasonCode | undefined
  says: string
  /** What can be done about it. */
  advice: string | undefined
}

export function tellReason(
  { reason, state, channel }: Telling,
  timeZone: string,
  t: Say,
): Reason | undefined {
  if (!reason) return undefined
  const code = reasonCodes.find((one) => one === reason)
  if (!code) {
    const says = t(`reasons.transport.${channel === 'sms' ? 'sms' : 'email'}`, { said: reason })
    return { code, says, advice: t('reasons.transport.advice') }
  }
  // One of many that waits for its turn is not lost.
  const key = code === 'repeat' && state === 'waiting' ? 'repeatWaiting' : code
  return {
    code,
    says: t(`reasons.${key}.says`, { timeZone }),
    advice: t(`reasons.${key}.advice`, { timeZone, defaultValue: '' }) || undefined,
  }
}
