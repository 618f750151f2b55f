// Decides whether the first steps are shown, and loads them only then.

import { lazy } from 'react'
import { LatePart } from '../late-part.tsx'
import { useFirstSteps } from './use-first-steps.ts'

const FirstDay = lazy(async () => ({ default: (await import('./first-day.tsx')).FirstDay }))

export function FirstDaySlot() {
  const account = useFirstSteps()
  return <LatePart>{account && <FirstDay account={account} />}</LatePart>
}
