// Keyboard: J and K go through the segments, N and P through the days, Escape leaves the span of a segment.

import { useHotkeys } from '@mantine/hooks'
import { usePreferences } from '../../session/preferences.ts'

interface HistoryKeys {
  /** To the next or previous segment. */
  toSegment(by: 1 | -1): void
  /** To the next or previous day. */
  toDay(by: 1 | -1): void
  /** Undefined if no segment is selected. */
  leave: (() => void) | undefined
}

export function useHistoryKeys({ toSegment, toDay, leave }: HistoryKeys): void {
  const { letterShortcuts } = usePreferences()
  useHotkeys(
    letterShortcuts
      ? [
          ['j', () => toSegment(1)],
          ['k', () => toSegment(-1)],
          ['n', () => toDay(1)],
          ['p', () => toDay(-1)],
        ]
      : [],
  )
  useHotkeys(leave ? [['Escape', () => !isLayerOpen() && leave()]] : [])
}

/** A dialog or popover closes first. */
function isLayerOpen(): boolean {
  return document.querySelector('[role=dialog], [role=menu]') !== null
}
