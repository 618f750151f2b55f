export interface FleetSearch {
  group?: string
}

export function validateFleetSearch({ group }: Record<string, unknown>): FleetSearch {
  return typeof group === 'string' && group !== '' ? { group } : {}
}
