import { useEffect, useState } from 'react'
import type { Row } from '../live/fleet.types.ts'
import { useFleet } from '../live/use-fleet.tsx'
import { inBackground } from './in-background.ts'

/** The first devices whose names match, from the worker. */
export function useFoundDevices(search: string): Row[] {
  const fleet = useFleet()
  const [found, setFound] = useState<Row[]>([])
  useEffect(() => {
    let isLatest = true
    inBackground(fleet.find(search).then((rows) => isLatest && setFound(rows)))
    return () => {
      isLatest = false
    }
  }, [fleet, search])
  return found
}
