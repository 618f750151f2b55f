// The request: the event as it is in the log, signed with the secrets of the webhook. Brokers get the same headers.

import type { Context } from '../../platform/context.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { Credentials } from './brokers/broker.types.ts'
import type { Post } from './http-client.ts'
import { signatureOf } from './signature.ts'
import type { Endpoint } from './webhook.types.ts'
import { passwordSealedFor, sealedFor } from './webhook.types.ts'

export interface WebhookRequest extends Post {
  webhookId: string
  /** For brokers. */
  credentials: Credentials
}

export function requestOf(
  ctx: Pick<Context, 'config' | 'now'>,
  { webhookId, url, secret, oldSecret, userName, password }: Endpoint,
  { id, body, isRedelivery = false }: { id: string; body: string; isRedelivery?: boolean },
): WebhookRequest {
  const secrets = [secret, ...(oldSecret ? [oldSecret] : [])].map((sealed) =>
    unseal(ctx.config.access, sealedFor, sealed),
  )
  const timestamp = Math.floor(ctx.now().getTime() / 1_000)
  return {
    webhookId,
    url,
    body,
    credentials: {
      userName,
      password: password && unseal(ctx.config.access, passwordSealedFor, password),
    },
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
