// Routes whose URL contains a secret, such as share links. They need no token, so calls are limited by network.

import type { Context } from '../context.ts'
import { networkOf } from './network.ts'
import { createRateLimit, requireRate } from './rate-limit.ts'
import type { App } from './server.ts'

export function guardSecretLinks(app: App, { config }: Pick<Context, 'config'>): void {
  const ofAddress = createRateLimit('address', config.http.requestsPerMinutePerAddress)
  app.addHook('onRequest', async (request, reply) => {
    // The URL contains the secret: it must not be cached, forwarded or indexed.
    reply.header('cache-control', 'no-store')
    reply.header('referrer-policy', 'no-referrer')
    reply.header('x-robots-tag', 'noindex, nofollow')
    reply.header('vary', 'Accept')
    requireRate(ofAddress.take(networkOf(request.ip)))
  })
}
