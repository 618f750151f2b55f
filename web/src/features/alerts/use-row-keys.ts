import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import { usePreferences } from '../../session/preferences.ts'
import type { AlertAction } from '../../shell/alert-actions.tsx'

/** After G, a letter is a navigation shortcut: G R opens the rules and resolves nothing. */
const afterGMs = 1_500

interface RowKeys {
  move(by: number): void
  act(action: AlertAction): void
}

export function useRowKeys({ move, act }: RowKeys): void {
  const { letterShortcuts } = usePreferences()
  const gAt = useRef(Number.NEGATIVE_INFINITY)
  const unlessG = (work: () => void) => () => {
    if (performance.now() - gAt.current > afterGMs) work()
  }
  const letters: [string, () => void][] = [
    [
      'g',
      () => {
        gAt.current = performance.now()
      },
    ],
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['e', unlessG(() => act('acknowledge'))],
    ['r', unlessG(() => act('resolve'))],
  ]
  useHotkeys(letterShortcuts ? letters : [])
}
