import { Group, SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DeviceSelect } from '../../ui/device-select.tsx'
import type { Severity } from '../../ui/severity.tsx'
import { SeverityIcon, severities } from '../../ui/severity.tsx'
import type { AlertState, AlertsSearch, SearchChange } from './alerts-search.ts'
import { alertStates } from './alerts-search.ts'

interface AlertFiltersProps {
  search: AlertsSearch
  onChange(part: SearchChange): void
}

export function AlertFilters({ search, onChange }: AlertFiltersProps) {
  const { t } = useTranslation('alerts')
  const { state = 'open', severity, device } = search
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('state.label')}
        value={state}
        data={alertStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(value) =>
          onChange({ state: value === 'open' ? undefined : (value as AlertState), id: undefined })
        }
      />
      <Group gap="xs" grow>
        <Select
          size="xs"
          clearable
          aria-label={t('severity.label')}
          placeholder={t('severity.every')}
          leftSection={severity && <SeverityIcon severity={severity} size={14} />}
          value={severity ?? null}
          data={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
          onChange={(value) => onChange({ severity: (value as Severity | null) ?? undefined })}
        />
        <DeviceSelect
          size="xs"
          aria-label={t('device')}
          placeholder={t('everyDevice')}
          device={device}
          onChange={(next) => onChange({ device: next })}
        />
      </Group>
    </>
  )
}
