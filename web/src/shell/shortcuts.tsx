// The keyboard: G and a letter goes somewhere, ? tells them all. Single letters can be switched off.

import { Group, Kbd, Modal, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../session/preferences.ts'
import { useTheme } from '../ui/use-theme.ts'

const places = {
  l: '/live',
  h: '/history',
  a: '/alerts',
  z: '/geofences',
  r: '/rules',
  s: '/settings',
} as const
const afterGMs = 1_500

const sheet = [
  ['Ctrl K', 'palette'],
  ['G L', 'live'],
  ['G H', 'history'],
  ['G A', 'alerts'],
  ['G Z', 'geofences'],
  ['G R', 'rules'],
  ['G S', 'settings'],
  ['/', 'search'],
  ['J K', 'rows'],
  ['Enter', 'open'],
  ['F', 'follow'],
  ['D', 'theme'],
  ['Space', 'play'],
  ['← →', 'minute'],
  ['E', 'acknowledge'],
  ['Esc', 'close'],
  ['?', 'sheet'],
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
    ...Object.entries(places).map(([letter, to]): [string, () => void] => [
      letter,
      () => {
        if (performance.now() - gAt.current > afterGMs) return
        gAt.current = 0
        void go({ to })
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
        {sheet.map(([keys, name]) => (
          <Group key={name} justify="space-between">
            <Text size="sm">{t(`shortcuts.${name}`)}</Text>
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
