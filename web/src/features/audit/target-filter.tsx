import { Button, Group, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface TargetFilterProps {
  target: string | undefined
  onChange: (target: string) => void
}

export function TargetFilter({ target, onChange }: TargetFilterProps) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState(target ?? '')
  function show(event: FormEvent): void {
    event.preventDefault()
    onChange(typed.trim())
  }
  return (
    <search>
      <form onSubmit={show}>
        <Group align="flex-end" gap="xs">
          <TextInput
            style={{ flex: 1 }}
            label={t('target')}
            description={t('targetHint')}
            placeholder={t('targetExample')}
            maxLength={64}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('ui:search')}
          </Button>
          {target && (
            <Button variant="subtle" onClick={() => onChange('')}>
              {t('all')}
            </Button>
          )}
        </Group>
      </form>
    </search>
  )
}
