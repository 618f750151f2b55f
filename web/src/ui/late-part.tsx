// A part of a view whose code is loaded later. If the connection is lost before that, the rest of the view stays.

import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { isChunkFailure } from './chunk-failure.ts'

interface LatePartProps {
  fallback?: ReactNode
  /** In place of the part that could not be loaded. */
  missing?: ReactNode
  children: ReactNode
}

export function LatePart({ fallback, missing, children }: LatePartProps) {
  return (
    <CatchBoundary
      getResetKey={() => 0}
      errorComponent={({ error }) => {
        if (!isChunkFailure(error)) throw error
        return missing
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}
