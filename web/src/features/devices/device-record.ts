// A device with its ETag. Changes send the tag and are refused if the device was changed meanwhile.

import type { Device } from '@rastro/client'
import { createClient, RastroError } from '@rastro/client'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { session } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { inBackground } from '../../ui/in-background.ts'

export interface DeviceRecord {
  device: Device
  tag: string
}

/** The ETag is in a header, which the SDK client does not return. */
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

/** Updated by the stream, so that the page shows changes of other users. */
export function useDeviceRecord(id: string) {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type, device }: FleetEvent) => {
        if (device !== id || !/^(device|notification)[.]/.test(type)) return
        inBackground(queries.invalidateQueries({ queryKey: ['devices', id] }))
        if (type.startsWith('device.')) inBackground(queries.invalidateQueries({ queryKey: accountKey }))
      },
      [queries, id],
    ),
  )
  return useQuery(recordOf(id))
}

/** After a change: stores the new device and invalidates what depends on it. */
export async function refetchRecord(queries: QueryClient, id: string): Promise<DeviceRecord> {
  inBackground(queries.invalidateQueries({ queryKey: accountKey }))
  inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
  return queries.fetchQuery({ ...recordOf(id), staleTime: 0 })
}

export const isStale = (error: unknown): boolean => error instanceof RastroError && error.status === 412

/** The server's messages by field. */
export function faultsOf(error: unknown): Record<string, string> {
  const details = error instanceof RastroError ? error.details : []
  return Object.fromEntries(details.map(({ path, message }) => [path.replace(/^limits[.]/, ''), message]))
}
