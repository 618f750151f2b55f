// Tags that devices report and nobody has: given to a driver, also back in time.

import { Button } from '@mantine/core'
import type { UnknownTag } from '@rastro/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnknownTags } from '../../ui/drivers/use-drivers.ts'
import { Section } from '../../ui/section.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { GiveTag } from './give-tag.tsx'

const columns = ['tag', 'lastSeen', 'device', 'sessions'] as const

export function UnknownTags() {
  const { t } = useTranslation('drivers')
  const format = useFormat()
  const { data: tags } = useUnknownTags()
  const [giving, setGiving] = useState<UnknownTag>()
  if (!tags || tags.length === 0) return null
  return (
    <Section title={t('unknown.title')} description={t('unknown.hint')}>
      <StackedTable
        label={t('unknown.title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        end={t('columns.actions')}
      >
        {tags.map((one) => (
          <StackedRow key={one.tag}>
            <Cell slot="first">{one.tag}</Cell>
            <Cell label={t('columns.lastSeen')}>{format.dateTime(one.lastSeenAt)}</Cell>
            <Cell label={t('columns.device')}>{one.deviceName}</Cell>
            <Cell label={t('columns.sessions')}>{format.number(one.sessions)}</Cell>
            <Cell slot="end">
              <Button
                variant="default"
                size="xs"
                aria-label={t('unknown.giveTag', { tag: one.tag })}
                onClick={() => setGiving(one)}
              >
                {t('unknown.give')}
              </Button>
            </Cell>
          </StackedRow>
        ))}
      </StackedTable>
      {giving && <GiveTag tag={giving.tag} onClose={() => setGiving(undefined)} />}
    </Section>
  )
}
