import { useFleetState } from '../../live/use-fleet.tsx'

/** Whether the first devices are listed, or there are none. What the list does not need is loaded afterwards. */
export function useHasList(): boolean {
  return useFleetState(({ total, isLoading }) => total > 0 || !isLoading)
}
