import { Alert, Button, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Account } from '@rastro/client'
import { IconClock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { accountKey } from '../../session/use-account.ts'
import { useDraft } from '../../ui/draft.ts'
import { DraftGuard } from '../../ui/draft-guard.tsx'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'
import { DefaultMap } from './default-map.tsx'

export function AccountForm({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const draft = useDraft(mayChange ? 'account' : undefined, {
    name: account.name,
    timeZone: account.timeZone,
    apiKeyMaxDays: account.apiKeyMaxDays,
    mapLayer: account.mapLayer,
  })
  const { name, timeZone, apiKeyMaxDays, mapLayer } = draft.value
  const isOtherZone = timeZone !== account.timeZone
  const isChanged =
    name.trim() !== account.name ||
    isOtherZone ||
    apiKeyMaxDays !== account.apiKeyMaxDays ||
    mapLayer !== account.mapLayer
  const saving = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        rastro.patch('/api/account', { body: { name: name.trim(), timeZone, apiKeyMaxDays, mapLayer } }),
      ),
    onSuccess: async () => {
      draft.saved()
      notifications.show({ message: t('ui:saved') })
      await queries.invalidateQueries({ queryKey: accountKey })
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section title={t('account')} description={mayChange ? t('accountHint') : t('accountFixed')}>
      <form onSubmit={save}>
        <Group align="stretch" style={{ flexDirection: 'column' }}>
          <DraftGuard draft={draft} />
          <TextInput
            label={t('name')}
            required
            withAsterisk={false}
            maxLength={200}
            readOnly={!mayChange}
            value={name}
            onChange={(event) => draft.change({ name: event.currentTarget.value })}
            error={faultAt(saving.error, 'name')}
          />
          <TimeZoneSelect
            label={t('timeZone')}
            description={t('timeZoneHint')}
            disabled={!mayChange}
            value={timeZone}
            onChange={(zone) => draft.change({ timeZone: zone })}
            error={faultAt(saving.error, 'timeZone')}
          />
          {isOtherZone && (
            <Alert color="yellow" icon={<IconClock size={18} />} title={t('zoneWarning')}>
              {t('zoneWarningHint')}
            </Alert>
          )}
          <NumberInput
            label={t('apiKeyMaxDays')}
            description={t('apiKeyMaxDaysHint')}
            min={1}
            max={3_650}
            allowDecimal={false}
            allowNegative={false}
            readOnly={!mayChange}
            rightSection={<Text size="sm">{t('days')}</Text>}
            rightSectionWidth={56}
            hideControls
            value={apiKeyMaxDays ?? ''}
            onChange={(days) => draft.change({ apiKeyMaxDays: days === '' ? null : Number(days) })}
            error={faultAt(saving.error, 'apiKeyMaxDays')}
          />
          <DefaultMap
            value={mapLayer}
            isFixed={!mayChange}
            onChange={(layer) => draft.change({ mapLayer: layer })}
          />
          {isElsewhere(saving.error, ['name', 'timeZone', 'apiKeyMaxDays']) && (
            <Failure error={saving.error} />
          )}
          {mayChange && (
            <Group>
              <Button type="submit" loading={saving.isPending} disabled={!isChanged || name.trim() === ''}>
                {t('ui:save')}
              </Button>
            </Group>
          )}
        </Group>
      </form>
    </Section>
  )
}
