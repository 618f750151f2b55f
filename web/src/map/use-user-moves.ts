import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useMap } from './use-map.tsx'

/** Whether the user has dragged or zoomed the map since this was last set to false. Our own flights do not count. */
export function useUserMoves(): RefObject<boolean> {
  const map = useMap()
  const hasMoved = useRef(false)
  useEffect(() => {
    if (!map) return
    const note = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) hasMoved.current = true
    }
    map.on('movestart', note)
    return () => {
      map.off('movestart', note)
    }
  }, [map])
  return hasMoved
}
