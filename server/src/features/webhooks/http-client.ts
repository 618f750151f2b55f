// Posts to URLs that customers choose, through the guard of outbound connections.

import type { Context } from '../../platform/context.ts'
import { createGuard } from '../../platform/outbound/guard.ts'
import { postThrough } from '../../platform/outbound/post.ts'
import type { Answer } from './webhook.types.ts'

const maxExcerptBytes = 1_024

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
}
export type PostTo = (post: Post) => Promise<Answer>

export interface HttpClient {
  post: PostTo
  /** What is wrong with a URL regardless of what its name resolves to. */
  faultOf(url: string): string | undefined
}

export function createHttpClient(ctx: Pick<Context, 'config'>): HttpClient {
  const { allowedNetworks, publicPorts, dnsServers, timeoutSeconds } = ctx.config.webhooks
  const guard = createGuard({ allowedNetworks, publicPorts, dnsServers, who: 'webhooks' })
  const limits = { timeoutMs: timeoutSeconds * 1_000, maxExcerptBytes, peer: 'receiver' }
  return {
    faultOf(url) {
      const target = guard.targetOf(url)
      return typeof target === 'string' ? target : undefined
    },
    async post(post) {
      const beganAt = performance.now()
      const { status, error, excerpt, retryAfter } = await postThrough(guard, { ...post, ...limits })
      return { status, error, excerpt, retryAfter, tookMs: Math.round(performance.now() - beganAt) }
    },
  }
}
