import type { Draft } from './draft.ts'

/** What every part of the form is given. */
export interface FormPart {
  draft: Draft
  change: (part: Partial<Draft>) => void
  error: unknown
  isLocked: boolean
}
