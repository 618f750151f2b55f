// Undo and redo of a shape that is being drawn. The shape itself is part of the form's draft.

import { useCallback, useRef, useState } from 'react'
import type { Shape } from '../../live/shape.ts'

const maxSteps = 200

interface Steps {
  past: (Shape | undefined)[]
  future: (Shape | undefined)[]
}

export function useShapeSteps(shape: Shape | undefined, onShape: (shape: Shape | undefined) => void) {
  const [steps, setSteps] = useState<Steps>({ past: [], future: [] })
  const latest = useRef({ shape, onShape, steps })
  latest.current = { shape, onShape, steps }
  const move = useCallback((to: Shape | undefined, next: Steps) => {
    setSteps(next)
    latest.current.onShape(to)
  }, [])
  const draw = useCallback(
    (next: Shape) => {
      const { shape, steps } = latest.current
      move(next, { past: [...steps.past, shape].slice(-maxSteps), future: [] })
    },
    [move],
  )
  const undo = useCallback(() => {
    const { shape, steps } = latest.current
    const { past, future } = steps
    if (past.length > 0) move(past.at(-1), { past: past.slice(0, -1), future: [shape, ...future] })
  }, [move])
  const redo = useCallback(() => {
    const { shape, steps } = latest.current
    const { past, future } = steps
    if (future.length > 0) move(future[0], { past: [...past, shape], future: future.slice(1) })
  }, [move])
  return { draw, undo, redo, mayUndo: steps.past.length > 0, mayRedo: steps.future.length > 0 }
}
