// Computes past trips again with the settings in force. Every change is logged as a correction.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Section } from '../section.tsx'
import { useFormat } from '../use-format.ts'
import { dayOf, localDay } from './local-days.ts'
import type { SettingsSubject } from './trip.types.ts'
import { applySettings } from './trip-api.ts'

export function ApplySettings({ subject }: { subject: SettingsSubject }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const queries = useQueryClient()
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  const today = dayOf(Date.now(), timeZone)
  const [day, setDay] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const isValid = day !== '' && day <= today
  const apply = async () => {
    const from = new Date(localDay(day, timeZone).fromMs).toISOString()
    const count = await applySettings(subject, from)
    notifications.show({ color: 'green', message: t('apply.started', { count }) })
    await queries.invalidateQueries({ queryKey: ['trips'] })
  }
  return (
    <Section title={t('apply.title')} description={t('apply.hint')}>
      <Group align="flex-end">
        <TextInput
          type="date"
          label={t('apply.from')}
          max={today}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          disabled={!isValid}
          onClick={() => setIsAsking(true)}
        >
          {t('apply.action')}
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={t('apply.confirm')}
          action={t('apply.action')}
          onConfirm={apply}
          onClose={() => setIsAsking(false)}
        >
          <Stack gap="xs">
            <Text size="sm">
              {t(`apply.consequence.${subject.level}`, { date: format.calendarDay(day) })}
            </Text>
            <Text size="sm">{t('apply.logged')}</Text>
          </Stack>
        </ConfirmDialog>
      )}
    </Section>
  )
}
