// Below this width the detail takes the place of the list: two panels would leave too little of the map. The style sheet
// of the detail has the same width.

import { useMediaQuery } from '@mantine/hooks'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import { useMapInsets } from '../../map/insets.ts'
import { usePanelPadding, widePx } from '../../map/use-panel-padding.ts'
import type { SheetStop } from '../../ui/sheet-stops.ts'

const onePanel = '(max-width: 1500px)'
/** The detail and its distance from the list. */
const detailPx = 400

export function useIsOnePanel(): boolean {
  return useMediaQuery(onePanel, undefined, { getInitialValueInEffect: false }) ?? false
}

/** The detail covers the map in place of the list, on a phone as a sheet; or beside the list. */
export function useDetailPadding(stop: SheetStop): void {
  const isOnePanel = useIsOnePanel()
  usePanelPadding(true, stop)
  useMapInsets({ left: isOnePanel ? 0 : widePx + detailPx })
}

/** Moves the focus into the detail that has replaced the list, and back to the row when it closes. */
export function useFocusInside(alertId: string, detail: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!matchMedia(onePanel).matches) return
    detail.current?.focus({ preventScroll: true })
    return () => {
      // The list becomes visible with the next rendering.
      requestAnimationFrame(() => document.getElementById(`alert-${alertId}`)?.focus())
    }
  }, [alertId, detail])
}
