import type { SharedLocation } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inBackground } from '../../ui/in-background.ts'
import type { OpenShare } from './open-share.ts'
import { readShare, readTrail, watchShare } from './open-share.ts'
import type { Trails } from './shared-locations.ts'
import { hasCoordinates, withUpdate } from './shared-locations.ts'

/** The polling interval for links that cannot be streamed. */
const pollMs = 30_000
const longestTrail = 500

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
  const [trails, setTrails] = useState<Trails>({})
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

  const past = useTrails(secret, share.data)
  return {
    share,
    isGone: isGone(share.error),
    isLive: isWatched && isLive,
    trails: share.data?.type === 'historic' ? past : trails,
  }
}

function useTrails(secret: string, share: OpenShare | undefined): Trails {
  const devices = share?.type === 'historic' ? share.devices : []
  return useQueries({
    queries: devices.map(({ device }) => ({
      queryKey: ['share', secret, 'trail', device],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTrail(secret, device, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers): Trails =>
      Object.fromEntries(devices.map(({ device }, index) => [device, answers[index]?.data ?? []])),
  })
}

function withStep(trails: Trails, update: SharedLocation): Trails {
  if (!hasCoordinates(update) || !update.valid) return trails
  const trail = [...(trails[update.device] ?? []), [update.longitude, update.latitude] as [number, number]]
  return { ...trails, [update.device]: trail.slice(-longestTrail) }
}

/** Unknown, expired and revoked links look the same. */
function isGone(error: unknown): boolean {
  return (
    error instanceof RastroError && (error.status === 404 || error.status === 410 || error.status === 400)
  )
}
