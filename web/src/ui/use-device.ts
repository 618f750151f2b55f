import type { Device } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from '../session/session.ts'

/** One device with all its details. */
export function useDevice(id: string): Device | undefined {
  return useQuery({
    queryKey: ['devices', id, 'device'],
    queryFn: async () => (await rastro.get('/api/devices/{deviceId}', { path: { deviceId: id } })).device,
  }).data
}
