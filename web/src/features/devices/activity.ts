// The recent activity of a device, including messages that could not be used.

import type { Location } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export function useActivity(deviceId: string, everyMs: number) {
  return useQuery({
    queryKey: ['devices', deviceId, 'activity'],
    refetchInterval: everyMs,
    queryFn: async () =>
      (await rastro.get('/api/devices/{deviceId}/activity', { path: { deviceId } })).activity,
  })
}

/** Problems of a location; empty if there are none. */
export function warningsOf({ latitude, valid, deviceTime }: Location): string[] {
  return [
    ...(latitude === null ? ['noCoordinates'] : []),
    ...(valid === false ? ['noFix'] : []),
    ...(deviceTime === null ? ['noTime'] : []),
    ...(deviceTime ? ['wrongClock'] : []),
  ]
}
