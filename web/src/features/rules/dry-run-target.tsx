import { SegmentedControl, Select } from '@mantine/core'
import type { Group } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { DeviceSelect } from '../../ui/device-select.tsx'
import type { Target } from './dry-run-request.ts'

interface DryRunTargetProps {
  type: Target['type']
  id: string | undefined
  groups: Group[]
  error: string | undefined
  onChange(target: { type: Target['type']; id: string | undefined }): void
}

/** A device, or a group. */
export function DryRunTarget({ type, id, groups, error, onChange }: DryRunTargetProps) {
  const { t } = useTranslation('rules')
  return (
    <>
      {groups.length > 0 && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('dryRun.target')}
          value={type}
          data={(['device', 'group'] as const).map((value) => ({ value, label: t(`dryRun.${value}`) }))}
          onChange={(value) => onChange({ type: value as Target['type'], id: undefined })}
        />
      )}
      {type === 'device' ? (
        <DeviceSelect
          label={t('dryRun.device')}
          placeholder={t('dryRun.chooseDevice')}
          device={id}
          error={error}
          onChange={(device) => onChange({ type, id: device })}
        />
      ) : (
        <Select
          label={t('dryRun.group')}
          placeholder={t('dryRun.chooseGroup')}
          searchable
          nothingFoundMessage={t('scope.noGroup')}
          data={groups.map((group) => ({ value: group.id, label: group.name }))}
          value={id ?? null}
          onChange={(group) => onChange({ type, id: group ?? undefined })}
        />
      )}
    </>
  )
}
