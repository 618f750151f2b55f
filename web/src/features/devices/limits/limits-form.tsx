import { Alert, Button, Group, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { useAccount } from '../../../session/use-account.ts'
import { DraftGuard } from '../../../ui/draft-guard.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import type { DeviceRecord } from '../device-record.ts'
import styles from '../devices.module.css'
import { EditConflict } from '../edit-conflict.tsx'
import { useEditing } from '../use-editing.ts'
import { cityOf, consequenceOf, todayIn } from './expiry.ts'

function valuesOf({ device: { limits } }: DeviceRecord) {
  return {
    dailyEmailLimit: limits.dailyEmailLimit ?? ('' as number | string),
    dailySmsLimit: limits.dailySmsLimit ?? ('' as number | string),
    expires: limits.expires,
    expirationDate: limits.expirationDate ?? '',
  }
}

type Values = ReturnType<typeof valuesOf>

const limitOf = (value: number | string) => (value === '' ? null : Number(value))

interface LimitsFormProps {
  record: DeviceRecord
  mayLimit: boolean
}

export function LimitsForm({ record, mayLimit }: LimitsFormProps) {
  const { t } = useTranslation('devices')
  const { device } = record
  const { form, draft, isDirty, isSaving, isOutdated, reload, submit } = useEditing<Values>({
    form: 'limits',
    record,
    valuesOf,
    save: ({ dailyEmailLimit, dailySmsLimit, expires, expirationDate }, headers) =>
      rastro.put('/api/devices/{deviceId}/limits', {
        path: { deviceId: device.id },
        headers,
        body: {
          expires,
          expirationDate: expirationDate || null,
          dailyEmailLimit: limitOf(dailyEmailLimit),
          dailySmsLimit: limitOf(dailySmsLimit),
        },
      }),
  })
  const numbers = { min: 0, max: 1_000_000, allowDecimal: false, placeholder: t('noLimit') }
  const { expires, expirationDate } = form.values
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayLimit} className={styles.fieldset}>
        <Stack>
          <Title order={2} size="h5">
            {t('limits')}
          </Title>
          <DraftGuard draft={draft} />
          {isOutdated && isDirty && <EditConflict onReload={reload} />}
          <div className={styles.fields}>
            <NumberInput
              label={t('dailyEmailLimit')}
              description={t('dailyLimitHint')}
              {...numbers}
              {...form.getInputProps('dailyEmailLimit')}
            />
            <NumberInput
              label={t('dailySmsLimit')}
              description={t('dailyLimitHint')}
              {...numbers}
              {...form.getInputProps('dailySmsLimit')}
            />
          </div>
          <div className={styles.fields}>
            <Switch label={t('expires')} {...form.getInputProps('expires', { type: 'checkbox' })} />
            {expires && (
              <TextInput
                type="date"
                label={t('expirationDate')}
                required
                {...form.getInputProps('expirationDate')}
              />
            )}
          </div>
          <Consequences isExpiredNow={device.state === 'expired'} expires={expires} date={expirationDate} />
          {mayLimit && (
            <Group justify="flex-end">
              <Button type="submit" loading={isSaving} disabled={!isDirty || (expires && !expirationDate)}>
                {t('ui:save')}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  )
}

interface ConsequencesProps {
  isExpiredNow: boolean
  expires: boolean
  date: string
}

/** Describes the effect before anything is saved. */
export function Consequences({ isExpiredNow, expires, date }: ConsequencesProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const account = useAccount()
  if (!account) return null
  const { timeZone, licenses } = account
  const consequence = consequenceOf({ isExpiredNow, expires, date, today: todayIn(timeZone) })
  return (
    <Alert
      role="status"
      color={consequence === 'endsNow' ? 'yellow' : 'blue'}
      icon={<IconInfoCircle size={18} />}
    >
      {t(`consequence.${consequence}`, { date: date && format.calendarDay(date), city: cityOf(timeZone) })}{' '}
      {licenses &&
        t('licensesFree', {
          count: licenses.free,
          free: format.number(licenses.free),
          total: format.number(licenses.total),
        })}
    </Alert>
  )
}
