import type { Webhook } from '@rastro/client'

export const webhookStatuses = ['disabled', 'off', 'paused', 'failing', 'replaying', 'working'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** The most urgent status of a webhook. */
export function statusOf(webhook: Webhook, nowMs: number): WebhookStatus {
  if (webhook.disabled) return 'disabled'
  if (!webhook.enabled) return 'off'
  if (webhook.pausedUntil && Date.parse(webhook.pausedUntil) > nowMs) return 'paused'
  if (webhook.failingSince) return 'failing'
  return webhook.redelivery ? 'replaying' : 'working'
}
