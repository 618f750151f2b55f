// A sheet at the lower edge of a phone: dragged by its grip, with buttons and arrow keys for those who cannot drag.

import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import type { SheetStop } from './sheet-stops.ts'
import { restingStop, sheetStops } from './sheet-stops.ts'

export const peekPx = 108
/** Below the upper edge of the screen, and the navigation at the lower one. */
const besideFullPx = 72
/** Less is a tap. */
const slackPx = 4

export function useSheet<E extends HTMLElement>(first: SheetStop = 'half') {
  const [stop, setStop] = useState<SheetStop>(first)
  const sheet = useRef<E>(null)
  const drag = useRef<{ fromY: number; fromPx: number; y: number; atMs: number; upPxPerMs: number }>(
    undefined,
  )

  const move = (by: 1 | -1) => {
    const next = sheetStops[sheetStops.indexOf(stop) + by]
    if (next) setStop(next)
  }

  const gripProps = {
    onPointerDown(event: PointerEvent) {
      // The buttons in the grip stay buttons.
      if (event.button !== 0 || (event.target as Element).closest('button, a, input')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { clientY: y, timeStamp: atMs } = event
      drag.current = { fromY: y, fromPx: sheet.current?.offsetHeight ?? 0, y, atMs, upPxPerMs: 0 }
    },
    onPointerMove({ clientY, timeStamp }: PointerEvent) {
      const held = drag.current
      if (!held || !sheet.current) return
      held.upPxPerMs = (held.y - clientY) / Math.max(1, timeStamp - held.atMs)
      held.y = clientY
      held.atMs = timeStamp
      sheet.current.dataset.dragged = 'true'
      sheet.current.style.height = `${Math.max(peekPx, held.fromPx + held.fromY - clientY)}px`
    },
    onPointerUp() {
      const held = drag.current
      drag.current = undefined
      if (!held || !sheet.current) return
      const heightPx = sheet.current.offsetHeight
      sheet.current.style.removeProperty('height')
      delete sheet.current.dataset.dragged
      if (Math.abs(held.y - held.fromY) < slackPx) return
      setStop(restingStop(heightPx, held.upPxPerMs, [peekPx, innerHeight / 2, innerHeight - besideFullPx]))
    },
    onPointerCancel() {
      drag.current = undefined
      sheet.current?.style.removeProperty('height')
    },
    onKeyDown(event: KeyboardEvent) {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined
      if (by === undefined) return
      event.preventDefault()
      move(by)
    },
  }
  return { sheet, stop, setStop, move, gripProps }
}
