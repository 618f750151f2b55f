// Keyboard control of the player, unless the focused element uses the key itself.

import { getHotkeyHandler, useHotkeys } from '@mantine/hooks'
import { usePreferences } from '../../session/preferences.ts'
import type { Playback } from './playback.ts'

const minuteMs = 60_000
const fields = ['INPUT', 'TEXTAREA', 'SELECT', 'CANVAS']
const pressable = [...fields, 'BUTTON', 'A', 'SUMMARY']

type Keys = [string, () => void][]

function timeKeys(playback: Playback): Keys {
  return [
    ['ArrowLeft', () => playback.step(-minuteMs)],
    ['ArrowRight', () => playback.step(minuteMs)],
    ['shift+ArrowLeft', () => playback.toStop(-1)],
    ['shift+ArrowRight', () => playback.toStop(1)],
  ]
}

export function usePlayerKeys(playback: Playback): void {
  const { letterShortcuts } = usePreferences()
  useHotkeys([['Space', playback.toggle]], pressable)
  useHotkeys(timeKeys(playback), fields)
  useHotkeys(
    letterShortcuts
      ? [
          ['[', () => playback.shiftRate(-1)],
          [']', () => playback.shiftRate(1)],
        ]
      : [],
  )
}

/** The same for the slider, which is a form field. */
export function sliderKeys(playback: Playback) {
  return getHotkeyHandler([['Space', playback.toggle], ...timeKeys(playback)])
}
