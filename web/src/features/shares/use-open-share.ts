import type { SharedLocation } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inBackground } from '../../ui/in-background.ts'
import type { OpenShare } from './open-share.ts'
import { readShare, readTrail, watchShare } from './open-share.ts'
import type { TrailStep, Trails } from './shared-locations.ts'
import { joinTrail, stepsOf, withUpdate } from './shared-locations.ts'

/** The polling interval for links that cannot be streamed. */
const pollMs = 30_000
const longestTrail = 2_000
/** Of a live link: where it comes from, not everything since the link was made. */
const trailMs = 6 * 3_600_000

export function useOpenShare(secret: string) {
  const queries = useQueryClient()
  const key = ['share', secret]
  const share = useQuery({
    queryKey: key,
    queryFn: () => readShare(secret),
    staleTime: 0,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : pollMs),
  })
  const [isLive, setIsLive] = useState(false)
  const [trails, setTrails] = useState<Record<number, TrailStep[]>>({})
  const isWatched = share.data?.type === 'live' && !isGone(share.error)

  useEffect(() => {
    if (!isWatched) return
    const key = ['share', secret]
    return watchShare(secret, {
      onConnection: setIsLive,
      onLocation(update) {
        queries.setQueryData<OpenShare>(
          key,
          (before) => before && { ...before, locations: withUpdate(before.locations, update) },
        )
        setTrails((before) => withStep(before, update))
      },
      onEnd: () => {
        inBackground(queries.invalidateQueries({ queryKey: key }))
      },
    })
  }, [isWatched, secret, queries])

  return {
    share,
    isGone: isGone(share.error),
    isLive: isWatched && isLive,
    trails: useTrails(secret, share.data, trails),
  }
}

const noDevices: OpenShare['devices'] = []

function useTrails(secret: string, share: OpenShare | undefined, live: Record<number, TrailStep[]>): Trails {
  const devices = share?.devices ?? noDevices
  const [liveFrom] = useState(() => new Date(Date.now() - trailMs).toISOString())
  const from = share?.type === 'live' ? liveFrom : undefined
  return useQueries({
    queries: devices.map(({ device }) => ({
      queryKey: ['share', secret, 'trail', device],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTrail(secret, { device, from }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers): Trails =>
      Object.fromEntries(
        devices.map(({ device }, index) => [
          device,
          joinTrail(answers[index]?.data ?? [], live[device] ?? []),
        ]),
      ),
  })
}

function withStep(trails: Record<number, TrailStep[]>, update: SharedLocation): Record<number, TrailStep[]> {
  const trail = [...(trails[update.device] ?? []), ...stepsOf(update)]
  return { ...trails, [update.device]: trail.slice(-longestTrail) }
}

/** Unknown, expired and revoked links look the same. */
function isGone(error: unknown): boolean {
  return (
    error instanceof RastroError && (error.status === 404 || error.status === 410 || error.status === 400)
  )
}
