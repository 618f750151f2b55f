import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period, PeriodFault, PeriodText } from './period.ts'
import { localText, readPeriod, touchedDays } from './period.ts'
import styles from './period-picker.module.css'

interface CustomPeriodProps {
  text: PeriodText
  period: Period | undefined
  timeZone: string
  isOfDays: boolean
  onChange(text: PeriodText): void
  onClose(): void
}

export function CustomPeriod({ text, period, timeZone, isOfDays, onChange, onClose }: CustomPeriodProps) {
  const { t } = useTranslation('period')
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
  const calendarText = (edge: 'from' | 'to') => {
    if (!seen) return ''
    if (isOfDays) return touchedDays(seen, timeZone)[edge]
    return localText(edge === 'from' ? seen.fromMs : seen.toMs, timeZone)
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
              label={t(`edges.${edge}`)}
              spellCheck={false}
              autoComplete="off"
              value={written[edge]}
              error={isWrong(edge)}
              aria-describedby={isWrong(edge) ? 'period-fault' : undefined}
              onChange={({ currentTarget }) => write({ [edge]: currentTarget.value })}
            />
            <TextInput
              size="xs"
              type={isOfDays ? 'date' : 'datetime-local'}
              aria-label={t(`edges.${edge}Calendar`)}
              value={calendarText(edge)}
              onChange={({ currentTarget }) => currentTarget.value && write({ [edge]: currentTarget.value })}
            />
          </Group>
        ))}
        {fault && (
          <Text id="period-fault" size="xs" c="var(--mantine-color-error)" role="alert">
            {fault === 'order' ? t('order') : t(isOfDays ? 'unreadableDays' : 'unreadable')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t(isOfDays ? 'hintDays' : 'hint', { zone: timeZone })}
        </Text>
        <Group gap={6} justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button size="compact-sm" type="submit">
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
