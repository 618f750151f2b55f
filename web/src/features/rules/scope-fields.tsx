// The devices and geofences of the rule.

import { MultiSelect, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../ui/links.tsx'
import { useFoundDevices } from '../../ui/use-found-devices.ts'
import type { Draft, FaultAt } from './draft.ts'
import { kindForms } from './kinds.ts'
import type { Names } from './rule-sentence.ts'
import type { Links } from './use-links.ts'

interface ScopeFieldsProps {
  draft: Draft
  links: Links
  names: Names
  faultAt: FaultAt
  onChange(part: Partial<Draft>): void
}

export function ScopeFields({ draft, links, names, faultAt, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation('rules')
  const isNarrow = draft.groups.length + draft.devices.length > 0
  const [isChosen, setIsChosen] = useState(isNarrow)
  const [search, setSearch] = useState('')
  const found = useFoundDevices(search)
  const devices = new Map([
    ...draft.devices.map((id) => [id, names.device(id) ?? id] as const),
    ...found.map(({ id, name }) => [id, name] as const),
  ])
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('scope.label')}
        value={isChosen ? 'some' : 'all'}
        data={['all', 'some'].map((value) => ({ value, label: t(`scope.${value}`) }))}
        onChange={(value) => {
          setIsChosen(value === 'some')
          if (value === 'all') onChange({ groups: [], devices: [] })
        }}
      />
      {isChosen && (
        <>
          <MultiSelect
            label={t('scope.groups')}
            placeholder={draft.groups.length === 0 ? t('scope.chooseGroups') : ''}
            searchable
            error={faultAt('groups')}
            nothingFoundMessage={t('scope.noGroup')}
            data={options(links.groups, draft.groups)}
            value={draft.groups}
            onChange={(groups) => onChange({ groups })}
          />
          <MultiSelect
            label={t('scope.devices')}
            placeholder={draft.devices.length === 0 ? t('scope.chooseDevices') : ''}
            searchable
            error={faultAt('devices')}
            nothingFoundMessage={t('ui:noDevice')}
            data={[...devices].map(([value, label]) => ({ value, label }))}
            filter={({ options }) => options}
            searchValue={search}
            onSearchChange={setSearch}
            value={draft.devices}
            onChange={(devices) => onChange({ devices })}
          />
          {!isNarrow && (
            <Text size="xs" c="dimmed">
              {t('scope.noneYet')}
            </Text>
          )}
        </>
      )}
      {kindForms[draft.type].usesAreas && (
        <>
          <MultiSelect
            label={t('scope.geofences')}
            description={t('scope.geofencesHint')}
            placeholder={draft.geofences.length === 0 ? t('scope.allGeofences') : ''}
            searchable
            error={faultAt('geofences')}
            nothingFoundMessage={t('scope.noGeofence')}
            data={options(links.geofences, draft.geofences)}
            value={draft.geofences}
            onChange={(geofences) => onChange({ geofences })}
          />
          {links.geofences.length === 0 && (
            <Text size="sm">
              {t('scope.noGeofences')}{' '}
              <AnchorLink to="/geofences" inherit>
                {t('scope.drawOne')}
              </AnchorLink>
            </Text>
          )}
        </>
      )}
    </>
  )
}

/** Selected values stay in the options even beyond the loaded pages. */
function options(known: readonly { id: string; name: string }[], chosen: string[]) {
  const unknownIds = chosen.filter((id) => !known.some((one) => one.id === id))
  return [
    ...known.map(({ id, name }) => ({ value: id, label: name })),
    ...unknownIds.map((id) => ({ value: id, label: id })),
  ]
}
