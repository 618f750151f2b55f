import { useMay } from '../../session/use-me.ts'

/** Settings, readings and marks. */
export function useMayManageTrips(): boolean {
  return useMay()('fleet.manage')
}
