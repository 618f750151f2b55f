import { Checkbox, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core'
import { eventKinds } from '@rastro/client/constants'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseKind, chooseType, isChosen, isPartly, typesOf } from './event-choice.ts'
import styles from './event-picker.module.css'

export interface EventPickerProps {
  /** Empty: all events. */
  events: string[]
  onChange: (events: string[]) => void
}

export function EventPicker({ events, onChange }: EventPickerProps) {
  const { t } = useTranslation('webhooks')
  const [isSome, setIsSome] = useState(events.length > 0)
  function choose(which: string): void {
    setIsSome(which === 'some')
    onChange(which === 'some' ? ['alert'] : [])
  }
  return (
    <Fieldset legend={t('events')} radius="md">
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t('events')}
          data={['all', 'some'].map((value) => ({ value, label: t(`eventChoice.${value}`) }))}
          value={isSome ? 'some' : 'all'}
          onChange={choose}
        />
        {!isSome && (
          <Text size="sm" c="dimmed">
            {t('allEventsHint')}
          </Text>
        )}
        {isSome &&
          eventKinds.map((kind) => (
            <div key={kind}>
              <Checkbox
                label={t(`kinds.${kind}`)}
                fw={600}
                checked={events.includes(kind)}
                indeterminate={isPartly(events, kind)}
                onChange={({ currentTarget: { checked } }) => onChange(chooseKind(events, kind, checked))}
              />
              <fieldset className={styles.types} aria-label={t(`kinds.${kind}`)}>
                {typesOf(kind).map((type) => (
                  <Checkbox
                    key={type}
                    size="xs"
                    label={t(`types.${type.replace('.', '_')}`)}
                    checked={isChosen(events, type)}
                    onChange={({ currentTarget: { checked } }) => onChange(chooseType(events, type, checked))}
                  />
                ))}
              </fieldset>
            </div>
          ))}
        {isSome && events.length === 0 && (
          <Text size="sm" role="status">
            {t('noEvents')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
