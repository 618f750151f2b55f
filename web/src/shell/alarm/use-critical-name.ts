import { useFleetState } from '../../live/use-fleet.tsx'
import { useDeviceName } from '../../ui/use-device-name.ts'

/** The name of a device with a critical alert: from the fleet, or from the server while the fleet is still loading. */
export function useCriticalName(deviceId: string): string {
  const known = useFleetState((state) => state.watched.find(({ id }) => id === deviceId)?.name)
  const read = useDeviceName(known === undefined ? deviceId : undefined)
  return known ?? read ?? '…'
}
