// A device with its ETag.

import type { Device } from '@rastro/client'
import { RastroError } from '@rastro/client'
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { readTagged } from '../../session/read-tagged.ts'
import { accountKey } from '../../session/use-account.ts'
import { inBackground } from '../../ui/in-background.ts'

export interface DeviceRecord {
  device: Device
  tag: string
}

async function readRecord(deviceId: string): Promise<DeviceRecord> {
  const { answer, tag } = await readTagged((client) =>
    client.get('/api/devices/{deviceId}', { path: { deviceId } }),
  )
  return { device: answer.device, tag }
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
