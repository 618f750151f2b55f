import type { Draft } from './draft.ts'

/** The props of every part of the form. */
export interface FormPart {
  draft: Draft
  change: (part: Partial<Draft>) => void
  error: unknown
  isLocked: boolean
}
