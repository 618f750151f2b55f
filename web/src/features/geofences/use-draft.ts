// The draft of a shape, with undo and redo.

import { useCallback, useState } from 'react'
import type { Shape } from '../../live/shape.ts'

const maxSteps = 200

interface Steps {
  past: (Shape | undefined)[]
  now: Shape | undefined
  future: (Shape | undefined)[]
}

export function useDraft(initial: Shape | undefined) {
  const [{ past, now, future }, setSteps] = useState<Steps>({ past: [], now: initial, future: [] })
  const draw = useCallback(
    (shape: Shape) =>
      setSteps(({ past, now }) => ({ past: [...past, now].slice(-maxSteps), now: shape, future: [] })),
    [],
  )
  const undo = useCallback(
    () =>
      setSteps((steps) => {
        const { past, now, future } = steps
        return past.length ? { past: past.slice(0, -1), now: past.at(-1), future: [now, ...future] } : steps
      }),
    [],
  )
  const redo = useCallback(
    () =>
      setSteps((steps) => {
        const { past, now, future } = steps
        return future.length ? { past: [...past, now], now: future[0], future: future.slice(1) } : steps
      }),
    [],
  )
  return { shape: now, draw, undo, redo, mayUndo: past.length > 0, mayRedo: future.length > 0 }
}
