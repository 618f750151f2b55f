// Team chats (Slack, Teams, Discord and what is compatible) through incoming webhooks that customers give. The URL is a
// secret, and not ours to trust: the guard opens the connection, and no error names it.

import type { Context } from '../../../platform/context.ts'
import type { Guard } from '../../../platform/outbound/guard.ts'
import { createGuard } from '../../../platform/outbound/guard.ts'
import type { PostAnswer } from '../../../platform/outbound/post.ts'
import { postThrough } from '../../../platform/outbound/post.ts'
import type { Outcome, Transport } from './channel.types.ts'
import type { ChatKind } from './chat-formats.ts'
import { composeChat, isGone, kindOfChat, refusedInside } from './chat-formats.ts'

/** Chats answer within a second; a slow one holds up other messages of its account. */
const maxTimeoutSeconds = 10
const maxExcerptBytes = 1_024
/** Sent by a proxy on the way: the chat may have received the message. */
const betweenStatuses = new Set([502, 504])
const temporaryStatuses = new Set([408, 425, 429])
const names: Record<ChatKind, string> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  other: 'the chat',
}

export function createChatGuard({ config }: Pick<Context, 'config'>): Guard {
  const { allowedNetworks, publicPorts, dnsServers } = config.webhooks
  return createGuard({ allowedNetworks, publicPorts, dnsServers, who: 'chats' })
}

export function createChat(ctx: Pick<Context, 'config'>): Transport {
  const guard = createChatGuard(ctx)
  const timeoutMs = Math.min(ctx.config.notifications.timeoutSeconds, maxTimeoutSeconds) * 1_000
  return {
    async send({
      to: url,
      content: { subject, text, parts = { title: subject, lines: [text], links: [] } },
    }) {
      const kind = kindOfChat(new URL(url).hostname)
      const answer = await postThrough(guard, {
        url,
        headers: { 'content-type': 'application/json', 'user-agent': 'Rastro' },
        body: composeChat(kind, parts),
        timeoutMs,
        maxExcerptBytes,
        peer: 'chat',
      })
      return toOutcome(kind, answer)
    },
    async stop() {},
  }
}

function toOutcome(
  kind: ChatKind,
  { status: given, error, excerpt, retryAfter, maybeSent }: PostAnswer,
): Outcome {
  const text = excerpt ?? ''
  if (given === null) {
    const why = error ?? 'no answer'
    return maybeSent ? { kind: 'unknown', why } : { kind: 'refused', why, isTemporary: true }
  }
  const status = refusedInside(kind, text) ?? given
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  const why = `${names[kind]} answered ${status}${error ? `: ${error}` : describeExcerpt(text)}`
  if (betweenStatuses.has(status)) return { kind: 'unknown', why }
  return {
    kind: 'refused',
    why,
    isTemporary: status >= 500 || temporaryStatuses.has(status),
    isGone: isGone(kind, status, text),
    retryAfterSeconds: status === 429 ? pauseOf(retryAfter, text) : undefined,
  }
}

/** Discord has fractions of a second, and repeats them in the body. */
function pauseOf(retryAfter: string | null, text: string): number | undefined {
  const given = retryAfter ?? /"retry_after":\s*([\d.]+)/.exec(text)?.[1]
  const seconds = Number(given)
  return given && Number.isFinite(seconds) ? Math.ceil(seconds) : undefined
}

/** Short codes of the vendor, and never a page. */
function describeExcerpt(text: string): string {
  const code = /^[a-z_]{3,60}$/.exec(text.trim())?.[0] ?? /"message":\s*"([^"]{1,100})"/.exec(text)?.[1]
  return code ? `: ${code}` : ''
}
