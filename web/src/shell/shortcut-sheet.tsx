import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOfferedViews } from './use-offered-views.ts'
import { shortcutViews } from './views.ts'

const sheet = [
  ['/', 'shortcuts.search'],
  ['J K', 'shortcuts.rows'],
  ['N P', 'shortcuts.day'],
  ['Enter', 'shortcuts.open'],
  ['F', 'shortcuts.follow'],
  ['D', 'shortcuts.theme'],
  ['Space', 'shortcuts.play'],
  ['← →', 'shortcuts.minute'],
  ['E', 'shortcuts.acknowledge'],
  ['Esc', 'shortcuts.close'],
  ['?', 'shortcuts.sheet'],
] as const

export function ShortcutSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { t } = useTranslation('shell')
  const views = useOfferedViews(shortcutViews)
  const listed = [
    ['Ctrl K', 'shortcuts.palette'],
    ...views.map(({ name, shortcut }) => [`G ${shortcut.toUpperCase()}`, `views.${name}`] as const),
    ...sheet,
  ] as const
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="xs">
        {listed.map(([keys, title]) => (
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
