import { useQuery } from '@tanstack/react-query'
import { rastro } from '../session/session.ts'

/** The name of one device, even if no list shows it. */
export function useDeviceName(id: string | undefined): string | undefined {
  return useQuery({
    queryKey: ['devices', id, 'name'],
    enabled: id !== undefined,
    staleTime: 60_000,
    queryFn: async () =>
      (await rastro.get('/api/devices/{deviceId}', { path: { deviceId: id as string } })).device.name,
  }).data
}
