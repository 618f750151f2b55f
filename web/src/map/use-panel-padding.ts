// Pads the map by the panel, so that centre and bounds keep clear of it.

import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { useMap } from './use-map.tsx'

const besidePx = 376
const widePx = 484

export function usePanelPadding(isWide = false): void {
  const map = useMap()
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  useEffect(() => {
    if (!map) return
    const left = isNarrow ? 0 : isWide ? widePx : besidePx
    const bottom = isNarrow ? innerHeight / 2 : 0
    const now = map.getPadding()
    // Setting it, even to the same value, would stop a running flight.
    if (now.left !== left || now.bottom !== bottom) map.setPadding({ left, bottom, top: 0, right: 0 })
  }, [map, isNarrow, isWide])
}
