// A geofence as it is: what it covers, who is inside, and which rules speak of it.

import { ActionIcon, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Geofence } from '@rastro/client'
import { IconArrowLeft, IconBellPlus, IconFocusCentered, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DeleteGeofenceDialog } from './delete-geofence-dialog.tsx'
import { kindIcons } from './geofence-list.tsx'
import styles from './geofences.module.css'
import { InsideNow } from './inside-now.tsx'
import { fromTags } from './save-geofence.ts'
import { useFlyTo } from './use-fly-to.ts'
import { shapeOf } from './use-geofences.ts'
import { useRulesOf } from './use-rules-of.ts'
import { useSizeOf } from './use-size-of.ts'

export function GeofencePanel({ geofence }: { geofence: Geofence }) {
  const { t } = useTranslation('geofences')
  const may = useMay()
  const sizeOf = useSizeOf()
  const flyTo = useFlyTo()
  const rules = useRulesOf(geofence.id)
  const [isDeleting, { open, close }] = useDisclosure()
  const shape = useMemo(() => shapeOf(geofence), [geofence])
  const Icon = kindIcons[geofence.kind]
  return (
    <Panel
      title={geofence.name}
      aside={
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={t('fly')} onClick={() => flyTo(shape)}>
            <IconFocusCentered size={18} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" component={Link} to="/geofences" aria-label={t('back')}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        </Group>
      }
      foot={
        may('geofences.manage') && (
          <Group gap="xs" grow>
            <Button
              component={Link}
              to="/geofences/$geofenceId"
              params={{ geofenceId: geofence.id } as never}
              search={{ edit: true } as never}
              size="xs"
              variant="light"
              leftSection={<IconPencil size={15} />}
            >
              {t('ui:edit')}
            </Button>
            <Button
              size="xs"
              variant="light"
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={open}
            >
              {t('ui:delete')}
            </Button>
          </Group>
        )
      }
    >
      <div className={styles.body}>
        <Group gap={8} wrap="nowrap">
          <Icon size={19} stroke={1.7} aria-hidden />
          <Text size="sm">{sizeOf(geofence)}</Text>
        </Group>
        {geofence.description && <Text size="sm">{geofence.description}</Text>}
        {Object.keys(geofence.tags).length > 0 && (
          <Group gap={6}>
            {fromTags(geofence.tags).map((tag) => (
              <Badge
                key={tag}
                component={Link}
                to="/geofences"
                search={{ tag: tag.replace(': ', ':') } as never}
                variant="default"
                tt="none"
                size="lg"
                aria-label={t('withTag', { tag })}
              >
                {tag}
              </Badge>
            ))}
          </Group>
        )}
        <InsideNow shape={shape} />
        <section aria-label={t('rules.title')}>
          <Text size="sm" fw={600}>
            {t('rules.title')}
          </Text>
          {rules.error ? (
            <Failure error={rules.error} onRetry={() => void rules.refetch()} />
          ) : (
            <Stack gap={4} mt={4} align="flex-start">
              {rules.data?.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t('rules.none')}
                </Text>
              )}
              {rules.data?.map(({ id, name }) => (
                <Anchor key={id} component={Link} to={`/rules/${id}` as never} size="sm">
                  {name}
                </Anchor>
              ))}
              {may('alerts.manage') && (
                <Button
                  component={Link}
                  to={'/rules/new' as never}
                  search={{ kind: 'geofence', geofence: geofence.id } as never}
                  size="xs"
                  variant="light"
                  mt={4}
                  leftSection={<IconBellPlus size={15} />}
                >
                  {t('rules.make')}
                </Button>
              )}
            </Stack>
          )}
        </section>
      </div>
      {isDeleting && <DeleteGeofenceDialog geofence={geofence} rules={rules.data} onClose={close} />}
    </Panel>
  )
}
