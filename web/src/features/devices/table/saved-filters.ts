// Filters of the devices table under a name, in this browser.

import type { DevicesSearch } from '../devices-search.ts'
import { parseDevicesSearch } from '../devices-search.ts'

export interface SavedFilter {
  name: string
  search: DevicesSearch
}

/** The browser's storage may contain anything. */
export function parseFilters(stored: unknown): SavedFilter[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one) =>
    typeof one?.name === 'string' ? [{ name: one.name, search: parseDevicesSearch(one.search ?? {}) }] : [],
  )
}

/** A filter of the same name is replaced. */
export function withFilter(filters: SavedFilter[], added: SavedFilter): SavedFilter[] {
  const others = filters.filter(({ name }) => name !== added.name)
  return [...others, added].sort((left, right) => left.name.localeCompare(right.name))
}

export const withoutFilter = (filters: SavedFilter[], name: string): SavedFilter[] =>
  filters.filter((one) => one.name !== name)
