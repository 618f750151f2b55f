// The live map: the list, the selected device, and the camera in the URL.

import { useHotkeys } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { useMap } from '../../map/use-map.tsx'
import { usePreferences } from '../../session/preferences.ts'
import { inBackground } from '../../ui/in-background.ts'
import { DeviceCard } from './device-card.tsx'
import { DeviceList } from './device-list.tsx'
import type { LiveSearch } from './live-search.ts'
import { useCameraInAddress } from './use-camera-in-address.ts'
import { useInitialView } from './use-initial-view.ts'

const FleetLayer = lazy(async () => ({
  default: (await import('../../map/layers/fleet-layer.tsx')).FleetLayer,
}))
const SelectedLayer = lazy(async () => ({ default: (await import('./selected-layer.tsx')).SelectedLayer }))

const route = getRouteApi('/shell/live')

export function LiveView() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const fleet = useFleet()
  const map = useMap()
  const { letterShortcuts } = usePreferences()
  const { device, follow } = search

  const change = useCallback(
    (part: { [K in keyof LiveSearch]?: LiveSearch[K] | undefined }, replace = false) => {
      inBackground(
        navigate({
          replace,
          search: (before) =>
            Object.fromEntries(
              Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
            ) as LiveSearch,
        }),
      )
    },
    [navigate],
  )
  const pick = useCallback((id: string) => change({ device: id }), [change])

  useEffect(() => fleet.watch(device ? [device] : []), [fleet, device])
  useInitialView(map, search.at !== undefined || device !== undefined)
  useCameraInAddress(map, change)
  useHotkeys([
    ['Escape', () => device && change({ device: undefined, follow: undefined })],
    ['f', () => letterShortcuts && device && change({ follow: follow ? undefined : true })],
  ])

  return (
    <>
      <DeviceList search={search} onChange={change} onPick={pick} />
      {device && (
        <DeviceCard
          id={device}
          isFollowed={follow === true}
          onFollow={(isFollowed) => change({ follow: isFollowed ? true : undefined })}
          onClose={() => change({ device: undefined, follow: undefined })}
        />
      )}
      <Suspense>
        <FleetLayer selected={device} onPick={pick} />
        {device && (
          <SelectedLayer
            key={device}
            id={device}
            isFollowed={follow === true}
            onLetGo={() => change({ follow: undefined }, true)}
          />
        )}
      </Suspense>
    </>
  )
}
