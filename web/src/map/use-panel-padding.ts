// The panel covers a part of the map: beside it on a desktop, below it on a phone.

import { useMediaQuery } from '@mantine/hooks'
import type { SheetStop } from '../ui/sheet-stops.ts'
import { peekPx } from '../ui/use-sheet.ts'
import { useMapInsets } from './insets.ts'

const besidePx = 376
export const widePx = 484
/** Of a raised sheet; some of the map always counts as free. */
const maxCovered = 0.7

/** None for a panel that another one has replaced. */
export function usePanelPadding(isWide = false, stop: SheetStop = 'half', isReplaced = false): void {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false }) ?? false
  const bottom = isNarrow ? sheetPx(stop) : 0
  const left = isNarrow ? 0 : isWide ? widePx : besidePx
  useMapInsets(isReplaced ? {} : { left, bottom })
}

export function sheetPx(stop: SheetStop): number {
  if (stop === 'peek') return peekPx
  return Math.round(innerHeight * (stop === 'half' ? 0.5 : maxCovered))
}
