import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import { usePreferences } from '../../session/preferences.ts'
import type { Deed } from './use-deeds.tsx'

/** G begins the name of a place: G and R go to the rules, and resolve nothing. */
const afterGMs = 1_500

interface LineKeys {
  move(by: number): void
  act(deed: Deed): void
}

export function useLineKeys({ move, act }: LineKeys): void {
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
