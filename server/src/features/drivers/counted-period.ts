import { invalid } from '../../platform/http/validation.ts'
import type { CountedPeriod } from './driver.types.ts'

/** Of a body. Throws if it is empty. */
export function periodOf({ from, to }: { from?: string | null; to?: string | null }): CountedPeriod {
  const period = { from: toDate(from), to: toDate(to) }
  if (period.from && period.to && period.from >= period.to) {
    throw invalid('body', [{ path: 'to', message: 'must be after from' }])
  }
  return period
}

const toDate = (text: string | null | undefined) => (text ? new Date(text) : null)
