import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Deed } from './use-deeds.tsx'

interface SelectionBarProps {
  count: number
  isOpen: boolean
  onDeed(deed: Deed, note: string): void
  onClear(): void
}

export function SelectionBar({ count, isOpen, onDeed, onClear }: SelectionBarProps) {
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
          <Button size="xs" onClick={() => onDeed('acknowledge', note)}>
            {t('deeds.acknowledge')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onDeed('resolve', note)}>
          {t('deeds.resolve')}
        </Button>
      </Group>
    </Stack>
  )
}
