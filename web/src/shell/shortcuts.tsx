// Keyboard shortcuts: G and a letter opens a view, ? lists them all. Single letters can be switched off.

import { Group, Kbd, Modal, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import { inBackground } from '../ui/in-background.ts'
import { useTheme } from '../ui/use-theme.ts'
import { shortcutViews } from './views.ts'

const afterGMs = 1_500

const sheet = [
  ['Ctrl K', 'shortcuts.palette'],
  ...shortcutViews.map(({ name, shortcut }) => [`G ${shortcut.toUpperCase()}`, `views.${name}`] as const),
  ['/', 'shortcuts.search'],
  ['J K', 'shortcuts.rows'],
  ['Enter', 'shortcuts.open'],
  ['F', 'shortcuts.follow'],
  ['D', 'shortcuts.theme'],
  ['Space', 'shortcuts.play'],
  ['← →', 'shortcuts.minute'],
  ['E', 'shortcuts.acknowledge'],
  ['Esc', 'shortcuts.close'],
  ['?', 'shortcuts.sheet'],
] as const

export function Shortcuts() {
  const { t } = useTranslation('shell')
  const { letterShortcuts } = usePreferences()
  const go = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useTheme()
  const [isOpen, { open, close }] = useDisclosure()
  const gAt = useRef(0)

  const letters: [string, () => void][] = [
    [
      'g',
      () => {
        gAt.current = performance.now()
      },
    ],
    ['d', () => setColorScheme(scheme === 'dark' ? 'light' : 'dark')],
    ['shift+?', open],
    ...shortcutViews.map(({ shortcut, path }): [string, () => void] => [
      shortcut,
      () => {
        if (performance.now() - gAt.current > afterGMs) return
        gAt.current = 0
        inBackground(go({ to: path }))
      },
    ]),
  ]
  useHotkeys(letterShortcuts ? letters : [])
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="xs">
        {sheet.map(([keys, title]) => (
          <Group key={title} justify="space-between">
            <Text size="sm">{t(title)}</Text>
            <Group gap={4}>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
