import { useEffect, useState } from 'react'
import type { Row } from '../live/fleet.types.ts'
import { useFleet } from '../live/use-fleet.tsx'

/** The first devices whose names match, asked of the worker. */
export function useFoundDevices(search: string): Row[] {
  const fleet = useFleet()
  const [found, setFound] = useState<Row[]>([])
  useEffect(() => {
    let isLatest = true
    void fleet.find(search).then((rows) => isLatest && setFound(rows))
    return () => {
      isLatest = false
    }
  }, [fleet, search])
  return found
}
