// Where a device came from: the last hour from its history, and then every step it takes while it is watched.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Row } from '../../live/fleet.types.ts'
import { rastro } from '../../session/session.ts'

const trailMs = 3_600_000
const mostPoints = 2_000

export function useTrail(id: string, row: Row | undefined): [number, number][] {
  const [steps, setSteps] = useState<[number, number][]>([])
  const { latitude, longitude } = row ?? {}
  const { data } = useQuery({
    queryKey: ['trail', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => {
      const now = Date.now()
      const query = {
        from: new Date(now - trailMs).toISOString(),
        to: new Date(now).toISOString(),
        limit: 1_000,
      }
      const { locations } = await rastro.get('/api/devices/{deviceId}/locations', {
        path: { deviceId: id },
        query,
      })
      return locations.flatMap(({ latitude, longitude }): [number, number][] =>
        latitude === null || longitude === null ? [] : [[longitude, latitude]],
      )
    },
  })
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    setSteps((before) => [...before.slice(1 - mostPoints), [longitude, latitude]])
  }, [latitude, longitude])
  return data ? [...data, ...steps] : steps
}
