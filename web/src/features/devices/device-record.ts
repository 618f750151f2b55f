// A device together with the tag of its version: a change goes with the tag, and is refused where somebody else was quicker.

import type { Device } from '@rastro/client'
import { createClient, RastroError } from '@rastro/client'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { News } from '../../live/fleet.types.ts'
import { useNews } from '../../live/use-fleet.tsx'
import { session } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'

export interface DeviceRecord {
  device: Device
  tag: string
}

/** The tag is in a header, which the client of all others does not tell. */
async function readRecord(id: string): Promise<DeviceRecord> {
  let tag = ''
  const client = createClient({
    url: location.origin,
    token: session.token,
    async fetch(url, init) {
      const answer = await fetch(url, init)
      tag = answer.headers.get('etag') ?? ''
      return answer
    },
  })
  const { device } = await client.get('/api/devices/{deviceId}', { path: { deviceId: id } })
  return { device, tag }
}

const recordOf = (id: string) =>
  queryOptions({ queryKey: ['devices', id, 'record'], queryFn: () => readRecord(id) })

/** Kept true by the stream: whoever looks at the page sees what others change. */
export function useDeviceRecord(id: string) {
  const queries = useQueryClient()
  useNews(
    useCallback(
      ({ type, device }: News) => {
        if (device !== id || !/^(device|notification)[.]/.test(type)) return
        void queries.invalidateQueries({ queryKey: ['devices', id] })
        if (type.startsWith('device.')) void queries.invalidateQueries({ queryKey: accountKey })
      },
      [queries, id],
    ),
  )
  return useQuery(recordOf(id))
}

/** After a change: the device as it now is, and whatever else hangs on it. */
export async function readAnew(queries: QueryClient, id: string): Promise<DeviceRecord> {
  void queries.invalidateQueries({ queryKey: accountKey })
  void queries.invalidateQueries({ queryKey: ['devices', 'list'] })
  return queries.fetchQuery({ ...recordOf(id), staleTime: 0 })
}

export const isStale = (error: unknown): boolean => error instanceof RastroError && error.status === 412

/** The server's words at the fields they are about. */
export function faultsOf(error: unknown): Record<string, string> {
  const details = error instanceof RastroError ? error.details : []
  return Object.fromEntries(details.map(({ path, message }) => [path.replace(/^limits[.]/, ''), message]))
}
