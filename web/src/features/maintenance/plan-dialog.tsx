// Creates or changes a plan. Distances are typed in the user's units and stored in whole kilometres.

import { Fieldset, MultiSelect, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { MaintenancePlan } from '@rastro/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'
import { DevicePicker } from '../../ui/device-picker.tsx'
import { faultAt, faultUnder } from '../../ui/faults.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { maintenanceKey } from '../../ui/maintenance/maintenance-api.ts'
import { unitOf } from '../../ui/trips/meter-values.ts'
import type { Measure, Typed } from './plan-values.ts'
import { fromPlan, measures, toBody } from './plan-values.ts'

export function PlanDialog({ plan, onClose }: { plan?: MaintenancePlan; onClose: () => void }) {
  const { t } = useTranslation('maintenance')
  const { units } = usePreferences()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => fromPlan(plan, units))
  const groups = useQuery({
    queryKey: ['groups'],
    queryFn: () => rastro.get('/api/groups', { query: { limit: 1_000 } }),
    staleTime: 60_000,
  })
  const sending = useMutation({
    mutationFn: () => {
      const body = toBody(draft, units)
      return plan
        ? rastro.put('/api/maintenancePlans/{planId}', { path: { planId: plan.id }, body })
        : rastro.post('/api/maintenancePlans', { body })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: maintenanceKey })
      onClose()
    },
  })
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const unit = { Km: ` ${unitOf('odometer', units)}`, Hours: ' h', Days: '' }
  const numberField = (kind: 'every' | 'warn', measure: Measure) => (
    <NumberInput
      key={measure}
      label={t(`plans.${kind}${measure}`)}
      min={kind === 'every' ? 1 : 0}
      allowNegative={false}
      allowDecimal={false}
      hideControls
      suffix={unit[measure]}
      value={draft[kind][measure]}
      disabled={kind === 'warn' && draft.every[measure] === ''}
      error={faultAt(sending.error, `${kind}${measure}`)}
      onChange={(next) => {
        const value: Typed = next === '' ? '' : Number(next)
        const values = { ...draft[kind], [measure]: value }
        change(kind === 'every' ? { every: values } : { warn: values })
      }}
    />
  )
  const groupOptions = (groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const hasInterval = measures.some((measure) => draft.every[measure] !== '')
  return (
    <FormDialog
      title={plan ? t('plans.edit') : t('plans.create')}
      action={t('ui:save')}
      size="lg"
      sending={sending}
      isWhole={draft.name.trim() !== '' && hasInterval}
      fieldsWithFault={[
        'name',
        ...measures.flatMap((measure) => [`every${measure}`, `warn${measure}`]),
        'groups',
        'devices',
      ]}
      onClose={onClose}
    >
      <TextInput
        label={t('plans.name')}
        placeholder={t('plans.nameExample')}
        maxLength={200}
        data-autofocus
        value={draft.name}
        error={faultAt(sending.error, 'name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Fieldset legend={t('plans.intervals')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {measures.map((measure) => numberField('every', measure))}
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={t('plans.warnings')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {measures.map((measure) => numberField('warn', measure))}
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt="xs">
          {t('plans.warnHint')}
        </Text>
      </Fieldset>
      <MultiSelect
        label={t('plans.groups')}
        description={t('plans.scopeHint')}
        searchable
        data={groupOptions}
        value={draft.groups}
        error={faultUnder(sending.error, 'groups')}
        onChange={(chosen) => change({ groups: chosen })}
      />
      <DevicePicker
        label={t('plans.scope')}
        value={draft.devices}
        error={faultUnder(sending.error, 'devices')}
        onChange={(chosen) => change({ devices: chosen })}
      />
    </FormDialog>
  )
}
