import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period, PeriodFault, PeriodText } from './period.ts'
import { localText, readPeriod } from './period.ts'
import styles from './period-picker.module.css'

interface CustomPeriodProps {
  text: PeriodText
  period: Period | undefined
  timeZone: string
  onChange(text: PeriodText): void
  onClose(): void
}

export function CustomPeriod({ text, period, timeZone, onChange, onClose }: CustomPeriodProps) {
  const { t } = useTranslation('locations')
  const [written, setWritten] = useState(text)
  const [fault, setFault] = useState<PeriodFault>()
  const read = readPeriod(written, Date.now(), timeZone)
  const seen = 'fault' in read ? period : read
  const write = (part: Partial<PeriodText>) => {
    setFault(undefined)
    setWritten({ ...written, ...part })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if ('fault' in read) setFault(read.fault)
    else onChange(written)
  }
  const isWrong = (edge: 'from' | 'to') => fault === edge || (edge === 'to' && fault === 'order')
  return (
    <form onSubmit={apply} className={styles.custom}>
      <Stack gap={8}>
        {(['from', 'to'] as const).map((edge) => (
          <Group key={edge} gap={6} align="flex-end" wrap="nowrap">
            <TextInput
              size="xs"
              className={styles.text}
              label={t(`period.${edge}`)}
              spellCheck={false}
              autoComplete="off"
              value={written[edge]}
              error={isWrong(edge)}
              aria-describedby={isWrong(edge) ? 'period-fault' : undefined}
              onChange={({ currentTarget }) => write({ [edge]: currentTarget.value })}
            />
            <TextInput
              size="xs"
              type="datetime-local"
              aria-label={t(`period.${edge}Calendar`)}
              value={seen ? localText(edge === 'from' ? seen.fromMs : seen.toMs, timeZone) : ''}
              onChange={({ currentTarget }) => currentTarget.value && write({ [edge]: currentTarget.value })}
            />
          </Group>
        ))}
        {fault && (
          <Text id="period-fault" size="xs" c="var(--mantine-color-error)" role="alert">
            {fault === 'order' ? t('period.order') : t('period.unreadable')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('period.hint', { zone: timeZone })}
        </Text>
        <Group gap={6} justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button size="compact-sm" type="submit">
            {t('period.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
