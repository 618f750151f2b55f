import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Fleet } from './fleet.ts'
import { openFleet } from './fleet.ts'
import type { FleetEvent } from './fleet.types.ts'

const FleetContext = createContext<Fleet | undefined>(undefined)

let early: Fleet | undefined
let isOpen = false

/** Loads the worker while the page still checks the session. */
export function openFleetEarly(): void {
  if (!isOpen) early ??= openFleet()
}

export function closeEarlyFleet(): void {
  early?.close()
  early = undefined
}

/** One worker per session. */
export function FleetProvider({ children }: { children: ReactNode }) {
  const [fleet, setFleet] = useState<Fleet>()
  useEffect(() => {
    const opened = early ?? openFleet()
    early = undefined
    isOpen = true
    setFleet(opened)
    return () => {
      isOpen = false
      opened.close()
    }
  }, [])
  return fleet && <FleetContext value={fleet}>{children}</FleetContext>
}

export function useFleet(): Fleet {
  const fleet = useContext(FleetContext)
  if (!fleet) throw new Error('useFleet needs a FleetProvider')
  return fleet
}

/** Selects a part of the fleet state; renders again only when that part changes. */
export function useFleetState<T>(pick: (state: ReturnType<Fleet['get']>) => T): T {
  const fleet = useFleet()
  return useSyncExternalStore(fleet.subscribe, () => pick(fleet.get()))
}

export function useEvents(listener: (event: FleetEvent) => void): void {
  const fleet = useFleet()
  useEffect(() => fleet.onEvent(listener), [fleet, listener])
}
