import type { Account } from '@rastro/client'
import { useFleetState } from '../../live/use-fleet.tsx'
import { useAccount } from '../../session/use-account.ts'
import { useMe } from '../../session/use-me.ts'
import { useIsDismissed } from './dismissed.ts'
import { maxDevices } from './steps.ts'

/** The account, if it is new and its first steps are not hidden. */
export function useFirstSteps(): Account | undefined {
  const account = useAccount()
  const me = useMe()
  const isDismissed = useIsDismissed(account?.id)
  const isNew = useFleetState(
    ({ total, counts, isLoading }) => !isLoading && counts !== undefined && total <= maxDevices,
  )
  // Only the owner and administrators can take all steps.
  return !me || me.role === 'standard' || isDismissed || !isNew ? undefined : account
}
