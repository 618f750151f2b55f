// The settings of any kind, rendered from the table of kinds.

import { Anchor, Collapse, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { FaultAt } from './draft.ts'
import type { Field, RuleKind } from './kinds.ts'
import { kindForms, settingsOf } from './kinds.ts'
import { SettingField } from './setting-field.tsx'

interface SettingFieldsProps {
  kind: RuleKind
  settings: Record<string, unknown>
  faultAt: FaultAt
  onChange(settings: Record<string, unknown>): void
}

export function SettingFields({ kind, settings, faultAt, onChange }: SettingFieldsProps) {
  const { t } = useTranslation('rules')
  const [isOpen, { toggle }] = useDisclosure()
  const { fields } = kindForms[kind]
  const fine = fields.filter(({ isFine }) => isFine)
  const draw = (field: Field) => (
    <SettingField
      key={field.name}
      kind={kind}
      field={field}
      settings={settings}
      fault={faultAt(
        ...settingsOf(field).map((name) => `settings.${name}`),
        ...(field.type === 'threshold' ? ['settings'] : []),
      )}
      onChange={(part) =>
        onChange(
          Object.fromEntries(
            Object.entries({ ...settings, ...part }).filter(([, value]) => value !== undefined),
          ),
        )
      }
    />
  )
  const isShown = isOpen || fine.some((field) => faultAt(`settings.${field.name}`))
  return (
    <>
      {fields.filter(({ isFine }) => !isFine).map(draw)}
      {fine.length > 0 && (
        <>
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            aria-expanded={isShown}
            onClick={toggle}
          >
            {t(isShown ? 'less' : 'more')}
          </Anchor>
          <Collapse expanded={isShown}>
            <Stack gap="sm">{fine.map(draw)}</Stack>
          </Collapse>
        </>
      )}
    </>
  )
}
