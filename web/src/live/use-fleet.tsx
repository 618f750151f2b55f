import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Fleet } from './fleet.ts'
import { openFleet } from './fleet.ts'
import type { News } from './fleet.types.ts'

const FleetContext = createContext<Fleet | undefined>(undefined)

let early: Fleet | undefined
let isOpen = false

/** While the page still asks who is there, the worker can already be loaded. */
export function openFleetEarly(): void {
  if (!isOpen) early ??= openFleet()
}

export function closeEarlyFleet(): void {
  early?.close()
  early = undefined
}

/** One worker for as long as somebody is signed in. */
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
  if (!fleet) throw new Error('there is no fleet here: nobody has signed in')
  return fleet
}

/** A part of what the fleet shows; the view is drawn again only when that part is another. */
export function useSeen<T>(pick: (seen: ReturnType<Fleet['get']>) => T): T {
  const fleet = useFleet()
  return useSyncExternalStore(fleet.subscribe, () => pick(fleet.get()))
}

export function useNews(hear: (news: News) => void): void {
  const fleet = useFleet()
  useEffect(() => fleet.onNews(hear), [fleet, hear])
}
