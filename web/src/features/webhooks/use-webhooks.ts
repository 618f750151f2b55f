import type { Webhook } from '@rastro/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import type { DeliveryState } from './delivery-state.ts'

export const webhooksKey = ['webhooks']
export const webhookKey = (id: string) => [...webhooksKey, id]
const everyMs = 5_000
/** Long lists are refreshed less often: the user is reading old entries. */
const farEveryMs = 30_000
const farPages = 4
const pageSize = 25

export function useWebhooks() {
  return useQuery({
    queryKey: webhooksKey,
    refetchInterval: everyMs,
    queryFn: async () => {
      const all: Webhook[] = []
      for await (const { webhooks } of rastro.pages('/api/webhooks')) all.push(...webhooks)
      return all
    },
  })
}

export function useWebhook(webhookId: string) {
  return useQuery({
    queryKey: webhookKey(webhookId),
    refetchInterval: everyMs,
    queryFn: () => rastro.get('/api/webhooks/{webhookId}', { path: { webhookId } }),
  })
}

export function useDeliveries(webhookId: string, state: DeliveryState | undefined) {
  return useInfiniteQuery({
    queryKey: [...webhookKey(webhookId), 'deliveries', state ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      rastro.get('/api/webhooks/{webhookId}/deliveries', {
        path: { webhookId },
        query: { limit: pageSize, ...(state && { state }), ...(cursor !== undefined && { cursor }) },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > farPages ? farEveryMs : everyMs),
  })
}

/** Whether the log has a delivered event. Until it is known, nothing is claimed. */
export function useHasDelivered(webhookId: string): boolean {
  const { data } = useQuery({
    queryKey: [...webhookKey(webhookId), 'has-delivered'],
    // Once delivered, it stays so.
    refetchInterval: ({ state }) => (state.data ? false : everyMs),
    queryFn: async () => {
      const query = { state: 'delivered', limit: 1 } as const
      const { deliveries } = await rastro.get('/api/webhooks/{webhookId}/deliveries', {
        path: { webhookId },
        query,
      })
      return deliveries.length > 0
    },
  })
  return data === true
}
