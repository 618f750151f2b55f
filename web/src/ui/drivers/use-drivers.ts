import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'

export const driversKey = ['drivers']
const pageSize = 100
const sessionsPerPage = 50

export function useMayManageDrivers(): boolean {
  return useMay()('fleet.manage')
}

export function useDrivers(search: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...driversKey, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/drivers', {
        query: { limit: pageSize, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}

export function useDriver(driverId: string) {
  return useQuery({
    queryKey: [...driversKey, driverId],
    queryFn: () => rastro.get('/api/drivers/{driverId}', { path: { driverId } }),
  })
}

/** Tags that devices report and nobody has. */
export function useUnknownTags() {
  return useQuery({
    queryKey: [...driversKey, 'unknown-tags'],
    queryFn: async () => (await rastro.get('/api/drivers/unknownTags')).unknownTags,
  })
}

export function useSessions(driverId: string) {
  return useInfiniteQuery({
    queryKey: [...driversKey, driverId, 'sessions'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/drivers/{driverId}/sessions', {
        path: { driverId },
        query: { limit: sessionsPerPage, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Who drives a device now, and who was assigned when. */
export function useDeviceDriver(deviceId: string) {
  return useQuery({
    queryKey: [...driversKey, 'of-device', deviceId],
    queryFn: () => rastro.get('/api/devices/{deviceId}/driver', { path: { deviceId } }),
  })
}
