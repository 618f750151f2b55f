import type { Privilege } from '../../session/use-me.ts'
import { useMay } from '../../session/use-me.ts'

/** Settings, readings and marks. The SDK does not name this privilege yet. */
const privilege = 'fleet.manage' as string as Privilege

export function useMayManageTrips(): boolean {
  return useMay()(privilege)
}
