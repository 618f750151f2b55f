// The player covers the lower part of the map, on a phone also the sheet above it: centre, bounds, map controls and
// the sheet keep clear of it.

import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useMapInsets } from '../../map/insets.ts'
import { useMap } from '../../map/use-map.tsx'

const marginPx = 24
/** Some of the map always stays visible. */
const maxCovered = 0.72

/** The covered height of the map from below; 0 until the map is padded. */
export function useDock(player: HTMLElement | null): number {
  const map = useMap()
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false
  const [playerPx, setPlayerPx] = useState(0)
  const [sheetPx, setSheetPx] = useState(0)
  const [keptPx, setKeptPx] = useState(0)

  useEffect(() => {
    const sheet = player?.parentElement?.querySelector<HTMLElement>('section')
    if (!player || !sheet) return setPlayerPx(0)
    const observer = new ResizeObserver(() => {
      setPlayerPx(player.offsetHeight)
      setSheetPx(sheet.offsetHeight)
    })
    observer.observe(player)
    observer.observe(sheet)
    return () => observer.disconnect()
  }, [player])

  useEffect(() => {
    const stage = player?.parentElement
    if (!stage || playerPx === 0) return
    stage.style.setProperty('--player-height', `${playerPx}px`)
    return () => {
      stage.style.removeProperty('--player-height')
    }
  }, [player, playerPx])

  const abovePx = isNarrow ? sheetPx : marginPx
  const maxPx = (map?.getContainer().clientHeight ?? 0) * maxCovered
  const coveredPx = playerPx === 0 ? 0 : Math.min(maxPx, playerPx + abovePx)
  useMapInsets({ bottom: coveredPx })
  useEffect(() => {
    if (!map || playerPx === 0) return setKeptPx(0)
    const corners = map.getContainer().querySelectorAll<HTMLElement>('[class^="maplibregl-ctrl-bottom-"]')
    const bottom = `${playerPx + abovePx - (isNarrow ? 0 : marginPx / 2)}px`
    for (const { style } of corners) style.setProperty('bottom', bottom)
    setKeptPx(coveredPx)
    return () => {
      for (const { style } of corners) style.removeProperty('bottom')
    }
  }, [map, playerPx, abovePx, coveredPx, isNarrow])
  return keptPx
}
