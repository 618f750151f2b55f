import { useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'

const afterGMs = 1_500

/** After G, a letter is a navigation shortcut: G F opens the fleet and follows no device. */
export function useUnlessG(): (work: () => void) => () => void {
  const gAt = useRef(Number.NEGATIVE_INFINITY)
  useHotkeys([
    [
      'g',
      () => {
        gAt.current = performance.now()
      },
    ],
  ])
  return (work) => () => {
    if (performance.now() - gAt.current > afterGMs) work()
  }
}
