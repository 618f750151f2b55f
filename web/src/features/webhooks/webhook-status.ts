import type { Webhook } from '@rastro/client'

export const webhookStatuses = [
  'disabled',
  'off',
  'paused',
  'failing',
  'replaying',
  'waiting',
  'working',
] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** The most urgent status of a webhook. It counts as working only once something was delivered. */
export function statusOf(webhook: Webhook, nowMs: number, hasDelivered: boolean): WebhookStatus {
  if (webhook.disabled) return 'disabled'
  if (!webhook.enabled) return 'off'
  if (webhook.pausedUntil && Date.parse(webhook.pausedUntil) > nowMs) return 'paused'
  if (webhook.failingSince) return 'failing'
  if (webhook.redelivery) return 'replaying'
  return hasDelivered ? 'working' : 'waiting'
}
