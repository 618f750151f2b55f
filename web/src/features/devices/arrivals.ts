// What was heard of a device lately, whatever became of it.

import type { Location } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export interface Arrival {
  at: string
  kind: 'location' | 'connection' | 'unreadable'
  protocol: string | null
  /** What it was, in the server's words. */
  text: string
  location?: Location
  /** How what could not be read begins, in hexadecimal digits. */
  excerpt?: string
}

export function useArrivals(deviceId: string, everyMs: number) {
  return useQuery({
    queryKey: ['devices', deviceId, 'arrivals'],
    refetchInterval: everyMs,
    queryFn: async () => {
      const answer = await rastro.get('/api/devices/{deviceId}/arrivals' as '/api/devices/{deviceId}', {
        path: { deviceId },
      })
      return (answer as unknown as { arrivals: Arrival[] }).arrivals
    },
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
