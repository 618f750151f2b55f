import { ActionIcon, Checkbox, Popover, Stack, Tooltip } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChartName } from './chart-data.ts'

interface ChartPickerProps {
  available: ChartName[]
  shown: ChartName[]
  onChange(shown: ChartName[]): void
}

export function ChartPicker({ available, shown, onChange }: ChartPickerProps) {
  const { t } = useTranslation('locations')
  return (
    <Popover position="top-end" trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label={t('charts.label')} openDelay={400}>
          <ActionIcon variant="default" size={34} aria-label={t('charts.label')}>
            <IconChartLine size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group
          aria-label={t('charts.label')}
          value={shown}
          onChange={(names) => onChange(available.filter((name) => names.includes(name)))}
        >
          <Stack gap="xs">
            {available.map((name) => (
              <Checkbox key={name} value={name} label={t(`charts.${name}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
