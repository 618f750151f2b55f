// What was heard of a device lately, whatever became of it.

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

/** What of a location is not as it should be; nothing where all is well. */
export function doubtsOf({ latitude, valid, deviceTime }: Location): string[] {
  return [
    ...(latitude === null ? ['noPlace'] : []),
    ...(valid === false ? ['noFix'] : []),
    ...(deviceTime === null ? ['noTime'] : []),
    ...(deviceTime ? ['wrongClock'] : []),
  ]
}
