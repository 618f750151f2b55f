// How long the account keeps its locations.

import { Alert, Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Account } from '@rastro/client'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'

export function HistoryDays({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const { historyDays, maxHistoryDays } = account
  const [isOwn, setIsOwn] = useState(historyDays !== null)
  const [days, setDays] = useState(historyDays ?? maxHistoryDays)
  const wanted = isOwn ? days : null
  const saving = useMutation({
    mutationFn: () => withRecentSignIn(() => rastro.patch('/api/account', { body: { historyDays: wanted } })),
    onSuccess: async () => {
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: accountKey })
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  if (!mayChange) {
    return (
      <Section title={t('history.title')}>
        <Text size="sm">{t('history.kept', { count: historyDays ?? maxHistoryDays })}</Text>
      </Section>
    )
  }
  return (
    <Section title={t('history.title')} description={t('history.hint')}>
      <form onSubmit={save}>
        <Stack>
          <Radio.Group
            value={isOwn ? 'own' : 'all'}
            onChange={(value) => setIsOwn(value === 'own')}
            aria-label={t('history.title')}
          >
            <Stack gap="xs">
              <Radio value="all" label={t('history.all', { days: maxHistoryDays })} />
              <Radio value="own" label={t('history.own')} />
            </Stack>
          </Radio.Group>
          {isOwn && (
            <NumberInput
              label={t('history.days')}
              min={1}
              max={maxHistoryDays}
              allowDecimal={false}
              value={days}
              onChange={(value) => setDays(Number(value))}
              error={faultAt(saving.error, 'historyDays')}
            />
          )}
          {(wanted ?? maxHistoryDays) < (historyDays ?? maxHistoryDays) && (
            <Alert color="red" icon={<IconTrash size={18} />} title={t('history.warning')}>
              {t('history.warningHint')}
            </Alert>
          )}
          {isElsewhere(saving.error, ['historyDays']) && <Failure error={saving.error} />}
          <Group>
            <Button
              type="submit"
              loading={saving.isPending}
              disabled={wanted === historyDays || (isOwn && days < 1)}
            >
              {t('ui:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
