// Where webhooks deliver to: an HTTP receiver, or a topic of a broker.

import type { Context } from '../../platform/context.ts'
import { createBrokers } from './brokers/broker-connections.ts'
import { createBrokerTargets } from './brokers/broker-target.ts'
import { isBrokerUrl } from './brokers/broker-url.ts'
import { createHttpClient } from './http-client.ts'
import type { WebhookRequest } from './request-body.ts'
import type { Answer } from './webhook.types.ts'

export interface Destinations {
  deliver(request: WebhookRequest): Promise<Answer>
  stop(): void
}

export function createDestinations(ctx: Pick<Context, 'config'>): Destinations {
  const { post } = createHttpClient(ctx)
  const { publish, stop } = createBrokers(ctx)
  return { deliver: (request) => (isBrokerUrl(request.url) ? publish : post)(request), stop }
}

/** What is wrong with a URL regardless of what its name resolves to. */
export function faultOfUrl(ctx: Pick<Context, 'config'>, url: string): string | undefined {
  if (!isBrokerUrl(url)) return createHttpClient(ctx).faultOf(url)
  const found = createBrokerTargets(ctx)(url)
  return typeof found === 'string' ? found : undefined
}
