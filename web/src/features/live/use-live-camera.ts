// The camera of the live map: the one in the URL, else the last one of this account, else where the devices are.
// It is kept in the URL, so that a link shows the same area. Moving the map adds no history entry.

import { useEffect, useRef } from 'react'
import { useFleet, useFleetState } from '../../live/use-fleet.tsx'
import { cameraOf, parseCamera, rememberCamera, rememberedCamera } from '../../map/camera.ts'
import { fitTo } from '../../map/fit.ts'
import { useMap } from '../../map/use-map.tsx'
import { useAccount } from '../../session/use-account.ts'
import { useMe } from '../../session/use-me.ts'
import { inBackground } from '../../ui/in-background.ts'
import type { LiveSearch } from './live-search.ts'

const writeAfterMs = 600

export function useLiveCamera(
  { at, device, q, status, group }: LiveSearch,
  change: (part: { at?: string }, replace: boolean) => void,
): void {
  const map = useMap()
  const fleet = useFleet()
  const account = useAccount()
  const me = useMe()
  const isLoading = useFleetState((state) => state.isLoading)
  const opened = useRef({ at, device, hasFilter: Boolean(q || status || group) })
  const hasLooked = useRef(false)
  const accountId = account?.id
  const timeZone = account?.timeZone

  useEffect(() => {
    if (!map || hasLooked.current) return
    const inUrl = parseCamera(opened.current.at)
    if (inUrl) map.jumpTo(inUrl)
    // A selected device is looked for by its own layer.
    if (inUrl || opened.current.device) {
      hasLooked.current = true
      return
    }
    if (!accountId || !timeZone) return
    const { hasFilter } = opened.current
    // A link to some devices shows these.
    const last = hasFilter ? undefined : rememberedCamera(accountId)
    if (last) map.jumpTo(last)
    else if (isLoading || !me) return
    hasLooked.current = true
    if (last) return
    const look = async () => {
      const { all, dense } = await fleet.extent()
      const bounds = hasFilter ? all : dense
      if (bounds) return fitTo(map, bounds, { animate: false })
      if (hasFilter) return
      const { countryView } = await import('../../map/country-view.ts')
      const view = countryView(timeZone, me?.country)
      if (!view) return
      const [west, south, east, north] = view
      fitTo(map, { west, south, east, north }, { animate: false })
    }
    inBackground(look())
  }, [map, fleet, accountId, timeZone, isLoading, me])

  useEffect(() => {
    if (!map) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      if (!hasLooked.current) return
      timer = setTimeout(() => {
        const at = cameraOf(map)
        if (accountId) rememberCamera(accountId, at)
        change({ at }, true)
      }, writeAfterMs)
    }
    map.on('moveend', write)
    return () => {
      map.off('moveend', write)
      clearTimeout(timer)
    }
  }, [map, accountId, change])
}
