import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertAction } from '../../shell/alert-actions.tsx'

interface SelectionBarProps {
  count: number
  isOpen: boolean
  onAction(action: AlertAction, note: string): void
  onClear(): void
}

export function SelectionBar({ count, isOpen, onAction, onClear }: SelectionBarProps) {
  const { t } = useTranslation('alerts')
  const [note, setNote] = useState('')
  return (
    <Stack gap="xs" role="group" aria-label={t('selected', { count })}>
      <Group justify="space-between">
        <Text size="sm" fw={600} aria-live="polite">
          {t('selected', { count })}
        </Text>
        <CloseButton size="sm" aria-label={t('clearSelection')} onClick={onClear} />
      </Group>
      <TextInput
        size="xs"
        maxLength={2_000}
        aria-label={t('note.label')}
        placeholder={t('note.optional')}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group gap="xs" grow>
        {isOpen && (
          <Button size="xs" onClick={() => onAction('acknowledge', note)}>
            {t('actions.acknowledge')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onAction('resolve', note)}>
          {t('actions.resolve')}
        </Button>
      </Group>
    </Stack>
  )
}
