// The trail of a device: the last hour of its history, extended by live updates. After a reconnect the history is
// read again: missed updates arrive faster than they are shown, so points would be skipped.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Row } from '../../live/fleet.types.ts'
import { useFleetState } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import type { Step } from './stopped-since.ts'

const trailMs = 3_600_000
const maxSteps = 2_000

export function useTrail(id: string, row: Row | undefined): [number, number][] {
  return useTrailSteps(id, row).map(({ coordinates }) => coordinates)
}

export function useTrailSteps(id: string, row: Row | undefined): Step[] {
  const liveSinceMs = useFleetState(({ connection }) =>
    connection.state === 'live' ? connection.sinceMs : undefined,
  )
  const [steps, setSteps] = useState<Step[]>([])
  const { latitude, longitude, fixedAtMs } = row ?? {}
  const { data: history = [] } = useQuery({
    queryKey: ['trail', id, liveSinceMs],
    queryFn: () => readSteps(id),
    enabled: liveSinceMs !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || fixedAtMs === undefined) return
    const step: Step = { atMs: fixedAtMs, coordinates: [longitude, latitude] }
    setSteps((before) => [...before.slice(1 - maxSteps), step])
  }, [latitude, longitude, fixedAtMs])
  const knownUntilMs = history.at(-1)?.atMs ?? 0
  return [...history, ...steps.filter(({ atMs }) => atMs > knownUntilMs)]
}

async function readSteps(deviceId: string): Promise<Step[]> {
  const now = Date.now()
  const query = { from: new Date(now - trailMs).toISOString(), to: new Date(now).toISOString() }
  const { locations } = await rastro.get('/api/devices/{deviceId}/locations', { path: { deviceId }, query })
  return locations.flatMap(({ dateTime, latitude, longitude }): Step[] =>
    latitude === null || longitude === null
      ? []
      : [{ atMs: Date.parse(dateTime), coordinates: [longitude, latitude] }],
  )
}
