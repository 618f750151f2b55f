// The names of the devices that a view mentions, from the worker.

import { useEffect, useMemo } from 'react'
import { useFleet, useFleetState } from '../live/use-fleet.tsx'

/** For one view at a time: the worker watches one list of devices. */
export function useDeviceNames(ids: readonly string[]): (id: string) => string | undefined {
  const fleet = useFleet()
  const watched = useFleetState((state) => state.watched)
  const asked = [...new Set(ids)].sort().join(' ')
  useEffect(() => fleet.watch(asked === '' ? [] : asked.split(' ')), [fleet, asked])
  return useMemo(() => {
    const names = new Map(watched.map(({ id, name }) => [id, name]))
    return (id) => names.get(id)
  }, [watched])
}
