// The request: the event as it is in the log, signed with the secrets of the webhook.

import type { Context } from '../../platform/context.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { Post } from './http-client.ts'
import { signatureOf } from './signature.ts'
import { sealedFor } from './webhook.ts'
import type { Endpoint } from './webhook.types.ts'

export function requestOf(
  ctx: Pick<Context, 'config' | 'now'>,
  { url, secret, oldSecret }: Endpoint,
  { id, body, isRedelivery = false }: { id: string; body: string; isRedelivery?: boolean },
): Post {
  const secrets = [secret, ...(oldSecret ? [oldSecret] : [])].map((sealed) =>
    unseal(ctx.config.access, sealedFor, sealed),
  )
  const timestamp = Math.floor(ctx.now().getTime() / 1_000)
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Rastro-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
      ...(isRedelivery && { 'webhook-redelivery': 'true' }),
    },
  }
}
