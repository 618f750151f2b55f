// Keyboard shortcuts: G and a letter opens a view, ? lists them all. Single letters can be switched off.

import { useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useRef, useState } from 'react'
import { usePreferences } from '../session/preferences.ts'
import { inBackground } from '../ui/in-background.ts'
import { LatePart } from '../ui/late-part.tsx'
import { useTheme } from '../ui/use-theme.ts'
import { useOfferedViews } from './use-offered-views.ts'
import { shortcutViews } from './views.ts'

export const loadShortcutSheet = () => import('./shortcut-sheet.tsx')
const ShortcutSheet = lazy(async () => ({ default: (await loadShortcutSheet()).ShortcutSheet }))

const afterGMs = 1_500
const afterMenuMs = 200
const openEvent = 'rastro:shortcuts'

/** For menus: after they have closed and returned the focus, which would otherwise be taken from the list. */
export function openShortcuts(): void {
  setTimeout(() => dispatchEvent(new Event(openEvent)), afterMenuMs)
}

export function Shortcuts() {
  const { letterShortcuts } = usePreferences()
  const go = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useTheme()
  const offered = useOfferedViews(shortcutViews)
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpen, setWasOpen] = useState(false)
  // Stays, so that closing it returns the focus.
  if (isOpen && !wasOpen) setWasOpen(true)
  const gAt = useRef(Number.NEGATIVE_INFINITY)

  const letters: [string, () => void][] = [
    [
      'g',
      () => {
        gAt.current = performance.now()
      },
    ],
    [
      'd',
      () => {
        // After G it opens the devices.
        if (performance.now() - gAt.current > afterGMs) setColorScheme(scheme === 'dark' ? 'light' : 'dark')
      },
    ],
    ['shift+?', open],
    ...offered.map(({ shortcut, path }): [string, () => void] => [
      shortcut,
      () => {
        if (performance.now() - gAt.current > afterGMs) return
        gAt.current = Number.NEGATIVE_INFINITY
        inBackground(go({ to: path }))
      },
    ]),
  ]
  useHotkeys(letterShortcuts ? letters : [])
  useWindowEvent(openEvent, open)
  return <LatePart>{wasOpen && <ShortcutSheet isOpen={isOpen} onClose={close} />}</LatePart>
}
