import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shortcutViews } from './views.ts'

const sheet = [
  ['Ctrl K', 'shortcuts.palette'],
  ...shortcutViews.map(({ name, shortcut }) => [`G ${shortcut.toUpperCase()}`, `views.${name}`] as const),
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
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
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
