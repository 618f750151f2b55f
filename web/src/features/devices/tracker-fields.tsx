// The tracker in the vehicle: how it is identified, and what it can do.

import { Alert, NumberInput, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Device } from '@rastro/client'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { protocolNames } from './connect/kinds.ts'
import type { DetailsForm } from './details-values.ts'
import styles from './devices.module.css'

export function TrackerFields({ device, form }: { device: Device; form: DetailsForm }) {
  const { t } = useTranslation('devices')
  const me = useMe()
  const isAdmin = me !== undefined && me.role !== 'standard'
  const isRenumbered = device.identifier !== null && form.values.identifier.trim() !== device.identifier
  return (
    <Stack component="section" aria-label={t('technical')}>
      <Title order={2} size="h5">
        {t('technical')}
      </Title>
      {isAdmin && (
        <Text size="sm" c="dimmed" className={styles.trust ?? ''}>
          <IconInfoCircle size={16} aria-hidden />
          {t(`trust.${device.authenticatedBy ?? 'none'}`)}
        </Text>
      )}
      <div className={styles.fields}>
        <TextInput
          label={t('identifier')}
          description={t('identifierHint')}
          inputMode="numeric"
          {...form.getInputProps('identifier')}
        />
        <TextInput label={t('model')} description={t('modelHint')} {...form.getInputProps('model')} />
        <TextInput
          label={t('phoneNumber')}
          description={t('phoneNumberHint')}
          inputMode="tel"
          {...form.getInputProps('phoneNumber')}
        />
        <Select
          label={t('protocol')}
          description={t('protocolHint')}
          placeholder={t('protocolAny')}
          clearable
          searchable
          data={protocolNames}
          {...form.getInputProps('protocol')}
        />
        <NumberInput
          label={t('reportsEvery')}
          description={t('reportsEveryHint')}
          placeholder={t('notSet')}
          min={10}
          max={2_592_000}
          allowDecimal={false}
          {...form.getInputProps('reportsEverySeconds')}
        />
      </div>
      {isRenumbered && (
        <Alert color="yellow" role="status" icon={<IconAlertTriangle size={18} />}>
          {t('identifierWarning', { before: device.identifier })}
        </Alert>
      )}
    </Stack>
  )
}
