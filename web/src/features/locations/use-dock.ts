// The player covers the lower part of the map, on a phone also the sheet above it: centre, bounds, map controls and
// the sheet keep clear of it.

import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
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
  useEffect(() => {
    if (!map || playerPx === 0) return setKeptPx(0)
    const controls = map.getContainer().querySelector<HTMLElement>('.maplibregl-ctrl-bottom-right')
    const maxPx = map.getContainer().clientHeight * maxCovered
    const coveredPx = Math.min(maxPx, playerPx + abovePx)
    const before = map.getPadding()
    map.setPadding({ ...before, bottom: coveredPx })
    controls?.style.setProperty('bottom', `${playerPx + abovePx - (isNarrow ? 0 : marginPx / 2)}px`)
    setKeptPx(coveredPx)
    return () => {
      // The map may have been removed already.
      if (map.style) map.setPadding(before)
      controls?.style.removeProperty('bottom')
    }
  }, [map, playerPx, abovePx, isNarrow])
  return keptPx
}
