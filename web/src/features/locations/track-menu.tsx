// Actions for the whole track: export, print, change the colouring.

import { Button, Group, Menu, SegmentedControl, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../ui/failure.tsx'
import type { Period } from '../../ui/period/period.ts'
import { exportFormats, exportTrack } from './export-track.ts'
import type { TrackColor } from './history-search.ts'
import { trackColors } from './history-search.ts'
import { SpeedLegend } from './speed-legend.tsx'
import { useDeviceName } from './use-history.ts'

interface TrackMenuProps {
  deviceId: string
  /** What is exported. */
  period: Period
  /** It is the span of one segment. */
  isPart: boolean
  color: TrackColor
  onColor(color: TrackColor): void
}

export function TrackMenu({ deviceId, period, isPart, color, onColor }: TrackMenuProps) {
  const { t } = useTranslation('locations')
  const name = useDeviceName(deviceId) ?? deviceId
  const { mutate, isPending } = useMutation({
    mutationFn: exportTrack,
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  return (
    <Stack gap={8}>
      {color === 'speed' && <SpeedLegend />}
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('color.label')}
          value={color}
          data={trackColors.map((value) => ({ value, label: t(`color.${value}`) }))}
          onChange={(value) => onColor(value as TrackColor)}
        />
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="light" loading={isPending} leftSection={<IconDownload size={15} />}>
              {t('export.label')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isPart && <Menu.Label>{t('export.part')}</Menu.Label>}
            {exportFormats.map((format) => (
              <Menu.Item key={format.name} onClick={() => mutate({ deviceId, name, period, format })}>
                {format.name}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => print()}>{t('export.print')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Stack>
  )
}
