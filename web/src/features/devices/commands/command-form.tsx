import { Button, Group, Paper, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../../session/recent-sign-in.ts'
import { rastro } from '../../../session/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import styles from '../devices.module.css'
import type { abilitiesOf, CommandType } from './abilities.ts'
import { IntervalInput } from './interval-input.tsx'
import type { TemplateName, templatesOf } from './templates.ts'
import { templateNames } from './templates.ts'

interface CommandFormProps {
  deviceId: string
  abilities: ReturnType<typeof abilitiesOf>
  templates: ReturnType<typeof templatesOf>
  onGiven(): void
}

export function CommandForm({ deviceId, abilities, templates, onGiven }: CommandFormProps) {
  const { t } = useTranslation('devices')
  const [type, setType] = useState<CommandType>(abilities.types[0] ?? 'raw')
  const [seconds, setSeconds] = useState<number | string>(60)
  const [output, setOutput] = useState('1')
  const [on, setOn] = useState('on')
  const [form, setForm] = useState('text')
  const [raw, setRaw] = useState('')
  const settings: Record<CommandType, Record<string, unknown>> = {
    position: {},
    interval: { seconds: Number(seconds) },
    output: { output: Number(output), on: on === 'on' },
    reboot: {},
    raw: { [form]: raw.trim() },
  }
  const giving = useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        rastro.post('/api/devices/{deviceId}/commands', {
          path: { deviceId },
          body: { type, settings: settings[type] },
        }),
      ),
    onSuccess: onGiven,
  })
  function give(event: FormEvent): void {
    event.preventDefault()
    giving.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={give} aria-label={t('command.give')}>
      <Stack>
        <div className={styles.fields}>
          <Select
            label={t('command.type')}
            allowDeselect={false}
            data={abilities.types.map((value) => ({ value, label: t(`command.types.${value}`) }))}
            value={type}
            onChange={(value) => setType(value as CommandType)}
          />
          {type === 'interval' && <IntervalInput seconds={seconds} onChange={setSeconds} />}
          {type === 'output' && (
            <Select
              label={t('command.output')}
              allowDeselect={false}
              data={Array.from({ length: abilities.outputs }, (_, index) => String(index + 1))}
              value={output}
              onChange={(value) => setOutput(value ?? '1')}
            />
          )}
        </div>
        {type === 'output' && (
          <SegmentedControl
            aria-label={t('command.switch')}
            value={on}
            onChange={setOn}
            data={[
              { value: 'on', label: t('command.on') },
              { value: 'off', label: t('command.off') },
            ]}
          />
        )}
        {type === 'raw' && (
          <>
            {templates && (
              <Select
                label={t('command.template')}
                description={t('command.templateHint')}
                placeholder={t('command.templateChoose')}
                data={templateNames.map((value) => ({ value, label: t(`command.templates.${value}`) }))}
                onChange={(value) => {
                  setForm('text')
                  setRaw(value ? templates[value as TemplateName] : '')
                }}
              />
            )}
            <SegmentedControl
              aria-label={t('command.form')}
              value={form}
              onChange={setForm}
              data={[
                { value: 'text', label: t('command.text') },
                { value: 'hex', label: t('command.hex') },
              ]}
            />
            <TextInput
              label={t(`command.${form}`)}
              required
              pattern={form === 'hex' ? '([0-9a-fA-F]{2}){1,512}' : '[ -~]{1,200}'}
              value={raw}
              onChange={({ currentTarget }) => setRaw(currentTarget.value)}
            />
          </>
        )}
        <Group justify="space-between">
          <Text size="sm" c="dimmed" flex={1} miw={220}>
            {t(`command.hint.${type}`)}
          </Text>
          <Button type="submit" loading={giving.isPending} leftSection={<IconSend size={16} />}>
            {t('command.send')}
          </Button>
        </Group>
        {giving.error && <Failure error={giving.error} />}
      </Stack>
    </Paper>
  )
}
