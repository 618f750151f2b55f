import type { Webhook } from '@rastro/client'

export const standings = ['disabled', 'off', 'paused', 'failing', 'replaying', 'well'] as const
export type Standing = (typeof standings)[number]

/** How a webhook fares, the most pressing first. */
export function standingOf(webhook: Webhook, nowMs: number): Standing {
  if (webhook.disabled) return 'disabled'
  if (!webhook.enabled) return 'off'
  if (webhook.pausedUntil && Date.parse(webhook.pausedUntil) > nowMs) return 'paused'
  if (webhook.failingSince) return 'failing'
  return webhook.redelivery ? 'replaying' : 'well'
}
