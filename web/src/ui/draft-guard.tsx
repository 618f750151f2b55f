import type { KeptDraft } from './draft.ts'
import { DraftNotice } from './draft-notice.tsx'
import { LeaveGuard } from './leave-guard.tsx'

/** What every form with a draft shows above its fields. */
export function DraftGuard({ draft }: { draft: KeptDraft }) {
  return (
    <>
      <DraftNotice draft={draft} />
      <LeaveGuard draft={draft} />
    </>
  )
}
