// The live map: the list, the selected device, the tools of the map, and the camera in the URL.

import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFleet } from '../../live/use-fleet.tsx'
import { useMapInsets } from '../../map/insets.ts'
import { useMap } from '../../map/use-map.tsx'
import { sheetPx } from '../../map/use-panel-padding.ts'
import { loadMessages } from '../../messages/messages.ts'
import { usePreferences } from '../../session/preferences.ts'
import { MapNotLoaded } from '../../shell/map-not-loaded.tsx'
import { views } from '../../shell/views.ts'
import { loadFont } from '../../ui/font.ts'
import { inBackground } from '../../ui/in-background.ts'
import { LatePart } from '../../ui/late-part.tsx'
import type { SheetStop } from '../../ui/sheet-stops.ts'
import { useUnlessG } from '../../ui/use-unless-g.ts'
import { DeviceList } from './device-list.tsx'
import type { ChangeLive, LiveSearch } from './live-search.ts'
import { useFitListed } from './use-fit-listed.ts'
import { useHasList } from './use-has-list.ts'
import { useLiveCamera } from './use-live-camera.ts'

const loadDeviceCard = () => import('./device-card.tsx')
const DeviceCard = lazy(async () => ({ default: (await loadDeviceCard()).DeviceCard }))
const loadLiveMap = () => import('./live-map.tsx')
const LiveMap = lazy(async () => ({ default: (await loadLiveMap()).LiveMap }))

const route = getRouteApi('/shell/live')
/** The card and its distance from the edge. */
const cardPx = 370
/** Beside list and card there must be some map. */
const roomForCard = '(min-width: 1000px)'

export function LiveView() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const fleet = useFleet()
  const map = useMap()
  const { letterShortcuts } = usePreferences()
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false }) ?? false
  const hasRoom = useMediaQuery(roomForCard, undefined, { getInitialValueInEffect: false }) ?? true
  const [stop, setStop] = useState<SheetStop>('half')
  const scroll = useRef(0)
  const { device, follow, q, status, group, order, place } = search

  const change = useCallback<ChangeLive>(
    (part, replace = false) => {
      // The camera may come to rest while another view is loaded, which this would cancel.
      if (history.location.pathname !== views.live.path) return
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
    [navigate, history],
  )
  const pick = useCallback((id: string) => change({ device: id }), [change])
  const close = useCallback(() => change({ device: undefined, follow: undefined }), [change])
  // Without the camera, which changes more often than what is listed.
  const listSearch = useMemo<LiveSearch>(
    () => ({
      ...(q && { q }),
      ...(status && { status }),
      ...(group && { group }),
      ...(order && { order }),
      ...(device && { device }),
    }),
    [q, status, group, order, device],
  )

  useMapInsets(!device ? {} : isPhone ? { bottom: sheetPx(stop) } : { right: hasRoom ? cardPx : 0 })
  useEffect(() => fleet.watch(device ? [device] : []), [fleet, device])
  // Other views show every device.
  useEffect(() => () => fleet.list(undefined), [fleet])
  // Together with the map, not after it; and the card before the connection may be lost.
  const hasList = useHasList()
  useEffect(() => {
    if (!hasList) return
    loadFont()
    inBackground(Promise.all([loadLiveMap(), loadDeviceCard(), loadMessages()]))
  }, [hasList])
  useLiveCamera(search, change)
  const fit = useFitListed(search)
  const unlessG = useUnlessG()
  useHotkeys([
    ['Escape', () => device && !isDialogOpen() && close()],
    ['f', unlessG(() => letterShortcuts && device && change({ follow: follow ? undefined : true }))],
  ])

  return (
    <>
      {/* On a phone the card takes the place of the list. */}
      {!(isPhone && device) && (
        <DeviceList search={listSearch} scroll={scroll} onChange={change} onPick={pick} />
      )}
      <LatePart>
        {device && (
          <DeviceCard
            key={device}
            id={device}
            isFollowed={follow === true}
            onFollow={(isFollowed) => change({ follow: isFollowed ? true : undefined })}
            onStop={setStop}
            onClose={close}
          />
        )}
      </LatePart>
      <LatePart missing={<MapNotLoaded />}>
        {map && (
          <LiveMap
            device={device}
            place={place}
            isFollowed={follow === true}
            sheet={stop}
            {...{ change, pick, fit }}
          />
        )}
      </LatePart>
    </>
  )
}

/** Escape closes a dialog or menu first. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}
