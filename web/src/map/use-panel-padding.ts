// What the panel covers is not what the map shows: centre and bounds keep clear of it.

import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { useMap } from './use-map.tsx'

const besidePx = 376
const widePx = 484

export function usePanelPadding(isWide = false): void {
  const map = useMap()
  // Known at once: setting the padding again would stop a flight that has just begun.
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  useEffect(() => {
    map?.setPadding({
      left: isNarrow ? 0 : isWide ? widePx : besidePx,
      bottom: isNarrow ? innerHeight / 2 : 0,
      top: 0,
      right: 0,
    })
  }, [map, isNarrow, isWide])
}
