// Creates or changes an escalation policy.

import { Button, Checkbox, Fieldset, Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { EscalationPolicy } from '@rastro/client'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { faultAt, faultUnder } from '../../ui/faults.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { severities } from '../../ui/severity.tsx'
import { policiesKey, usePeople, useSchedules } from './escalation-api.ts'

type Step = EscalationPolicy['steps'][number]
const maxSteps = 10
const maxMinutes = 1_440
const newStep: Step = { afterMinutes: 10, contacts: [], onCall: null, repeat: 0, repeatMinutes: 5 }

export function PolicyDialog({ policy, onClose }: { policy?: EscalationPolicy; onClose: () => void }) {
  const { t } = useTranslation('escalation')
  const queries = useQueryClient()
  const [name, setName] = useState(policy?.name ?? '')
  const [steps, setSteps] = useState<Step[]>(policy?.steps ?? [{ ...newStep, afterMinutes: 0 }])
  const [defaultFor, setDefaultFor] = useState<EscalationPolicy['defaultFor']>(policy?.defaultFor ?? [])
  const sending = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), steps, defaultFor }
      return policy
        ? rastro.put('/api/escalationPolicies/{policyId}', { path: { policyId: policy.id }, body })
        : rastro.post('/api/escalationPolicies', { body })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: policiesKey })
      onClose()
    },
  })
  const changeStep = (index: number, part: Partial<Step>) =>
    setSteps((before) => before.map((step, at) => (at === index ? { ...step, ...part } : step)))
  return (
    <FormDialog
      title={policy ? t('editTitle') : t('create')}
      action={t('ui:save')}
      size="lg"
      sending={sending}
      isWhole={name.trim() !== '' && steps.every(({ contacts, onCall }) => contacts.length > 0 || onCall)}
      fieldsWithFault={['name']}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        placeholder={t('nameExample')}
        maxLength={200}
        data-autofocus
        value={name}
        error={faultAt(sending.error, 'name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox.Group
        label={t('defaultFor')}
        description={t('defaultHint')}
        value={defaultFor}
        onChange={(chosen) => setDefaultFor(chosen as EscalationPolicy['defaultFor'])}
      >
        <Group mt="xs">
          {[...severities].map((severity) => (
            <Checkbox key={severity} value={severity} label={t(`alerts:severity.${severity}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      {steps.map((step, index) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
          key={index}
          number={index + 1}
          step={step}
          fault={faultUnder(sending.error, `steps.${index}`)}
          onChange={(part) => changeStep(index, part)}
          {...(steps.length > 1 && {
            onRemove: () => setSteps((before) => before.filter((_, at) => at !== index)),
          })}
        />
      ))}
      {steps.length < maxSteps && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setSteps((before) => [...before, newStep])}
        >
          {t('addStep')}
        </Button>
      )}
    </FormDialog>
  )
}

interface StepFieldsProps {
  number: number
  step: Step
  fault: string | undefined
  onChange(part: Partial<Step>): void
  onRemove?(): void
}

function StepFields({ number, step, fault, onChange, onRemove }: StepFieldsProps) {
  const { t } = useTranslation('escalation')
  const { options } = usePeople()
  const schedules = useSchedules().data ?? []
  const numberField = (
    key: 'afterMinutes' | 'repeat' | 'repeatMinutes',
    [min, max]: [number, number],
    label: string,
  ) => (
    <NumberInput
      label={label}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      w={170}
      value={step[key]}
      onChange={(value) => onChange({ [key]: value === '' ? min : Number(value) })}
    />
  )
  return (
    <Fieldset legend={t('stepNumber', { number })}>
      <Group align="flex-end" gap="md">
        {numberField('afterMinutes', [0, maxMinutes], t(number === 1 ? 'afterAlert' : 'afterStep'))}
        {numberField('repeat', [0, 5], t('repeat'))}
        {step.repeat > 0 && numberField('repeatMinutes', [1, maxMinutes], t('repeatMinutes'))}
      </Group>
      <MultiSelect
        mt="sm"
        label={t('contacts')}
        searchable
        maxValues={20}
        data={options}
        value={step.contacts}
        error={fault}
        onChange={(contacts) => onChange({ contacts })}
      />
      <Select
        mt="sm"
        label={t('onCall')}
        clearable
        clearButtonProps={{ 'aria-label': t('noOnCall') }}
        placeholder={schedules.length === 0 ? t('noSchedules') : ''}
        disabled={schedules.length === 0}
        data={schedules.map(({ id, name }) => ({ value: id, label: name }))}
        value={step.onCall}
        onChange={(onCall) => onChange({ onCall })}
      />
      {onRemove && (
        <Button mt="sm" size="compact-sm" variant="subtle" color="red" onClick={onRemove}>
          {t('removeStep', { number })}
        </Button>
      )}
    </Fieldset>
  )
}
