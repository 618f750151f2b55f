// The player covers the lower part of the map: centre and bounds, the map's own controls and the sheet keep clear of it.

import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useMap } from '../../map/use-map.tsx'

const marginPx = 24
/** Of a phone's sheet at rest, as in panel.module.css. */
const sheetShare = 0.5

/** The height that the map keeps clear of; 0 until it does. */
export function useDock(player: HTMLElement | null): number {
  const map = useMap()
  const isNarrow = useMediaQuery('(max-width: 700px)')
  const [heightPx, setHeight] = useState(0)
  const [keptPx, setKept] = useState(0)

  useEffect(() => {
    if (!player) return setHeight(0)
    const observer = new ResizeObserver(() => setHeight(player.offsetHeight))
    observer.observe(player)
    return () => observer.disconnect()
  }, [player])

  useEffect(() => {
    const stage = player?.parentElement
    if (!stage || heightPx === 0) return
    stage.style.setProperty('--player-height', `${heightPx}px`)
    return () => void stage.style.removeProperty('--player-height')
  }, [player, heightPx])

  useEffect(() => {
    if (!map || heightPx === 0) return setKept(0)
    const controls = map.getContainer().querySelector<HTMLElement>('.maplibregl-ctrl-bottom-right')
    const coveredPx = heightPx + (isNarrow ? innerHeight * sheetShare : marginPx)
    const before = map.getPadding()
    map.setPadding({ ...before, bottom: coveredPx })
    controls?.style.setProperty('bottom', `${coveredPx - (isNarrow ? 0 : marginPx / 2)}px`)
    setKept(heightPx)
    return () => {
      // The map itself may be gone by now.
      if (map.style) map.setPadding(before)
      controls?.style.removeProperty('bottom')
    }
  }, [map, heightPx, isNarrow])
  return keptPx
}
