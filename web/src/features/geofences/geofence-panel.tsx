// A geofence: its area, the devices inside, its visits, and the rules that use it.

import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Geofence } from '@rastro/client'
import { IconArrowLeft, IconBellPlus, IconFocusCentered, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shapeOf } from '../../map/layers/geofence-shape.ts'
import { useMay } from '../../session/use-me.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink, BadgeLink, ButtonLink, IconLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { GeofenceInUse } from './geofence-in-use.tsx'
import { kindIcons } from './geofence-list.tsx'
import { GeofenceVisits } from './geofence-visits.tsx'
import styles from './geofences.module.css'
import { InsideNow } from './inside-now.tsx'
import { fromTags } from './save-geofence.ts'
import { useDeleteGeofence } from './use-delete-geofence.ts'
import { useFlyTo } from './use-fly-to.ts'
import { useRulesOf } from './use-rules-of.ts'
import { useSizeOf } from './use-size-of.ts'

export function GeofencePanel({ geofence }: { geofence: Geofence }) {
  const { t } = useTranslation('geofences')
  const may = useMay()
  const sizeOf = useSizeOf()
  const flyTo = useFlyTo()
  const rules = useRulesOf(geofence.id)
  const [isRefusing, { open, close }] = useDisclosure()
  const remove = useDeleteGeofence()
  // Until the rules are known, the server decides.
  const isUsed = (rules.data?.length ?? 0) > 0
  const shape = useMemo(() => shapeOf(geofence), [geofence])
  const Icon = kindIcons[geofence.type]
  return (
    <Panel
      title={geofence.name}
      aside={
        <Group gap={2} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={t('flyTo')} onClick={() => flyTo(shape)}>
            <IconFocusCentered size={18} />
          </ActionIcon>
          <IconLink variant="subtle" color="gray" to="/geofences" aria-label={t('back')}>
            <IconArrowLeft size={18} />
          </IconLink>
        </Group>
      }
      foot={
        may('geofences.manage') && (
          <Group gap="xs" grow>
            <ButtonLink
              to="/geofences/$geofenceId"
              params={{ geofenceId: geofence.id }}
              search={{ edit: true }}
              size="xs"
              variant="light"
              leftSection={<IconPencil size={15} />}
            >
              {t('ui:edit')}
            </ButtonLink>
            <Button
              size="xs"
              variant="light"
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => (isUsed ? open() : remove(geofence))}
            >
              {t('ui:delete')}
            </Button>
          </Group>
        )
      }
    >
      <div className={styles.body}>
        <Group gap={8} wrap="nowrap">
          <Icon size={19} stroke={1.7} aria-hidden {...(geofence.color && { color: geofence.color })} />
          <Text size="sm">{sizeOf(shape)}</Text>
        </Group>
        {geofence.description && <Text size="sm">{geofence.description}</Text>}
        {Object.keys(geofence.tags).length > 0 && (
          <Group gap={6}>
            {fromTags(geofence.tags).map((tag) => (
              <BadgeLink
                key={tag}
                to="/geofences"
                search={{ tag: tag.replace(': ', ':') }}
                variant="default"
                tt="none"
                size="lg"
                aria-label={t('withTag', { tag })}
              >
                {tag}
              </BadgeLink>
            ))}
          </Group>
        )}
        <InsideNow shape={shape} />
        <GeofenceVisits geofenceId={geofence.id} />
        <section aria-label={t('rules.title')}>
          <Text size="sm" fw={600}>
            {t('rules.title')}
          </Text>
          {rules.error ? (
            <Failure
              error={rules.error}
              onRetry={() => {
                inBackground(rules.refetch())
              }}
            />
          ) : (
            <Stack gap={4} mt={4} align="flex-start">
              {may('rules.manage') && rules.data?.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t('rules.none')}
                </Text>
              )}
              {rules.data?.map(({ id, name }) => (
                <AnchorLink key={id} to="/rules/$ruleId" params={{ ruleId: id }} size="sm">
                  {name}
                </AnchorLink>
              ))}
              {may('rules.manage') && (
                <ButtonLink
                  to="/rules/new"
                  search={{ kind: 'geofence', geofence: geofence.id }}
                  size="xs"
                  variant="light"
                  mt={4}
                  leftSection={<IconBellPlus size={15} />}
                >
                  {t('rules.make')}
                </ButtonLink>
              )}
            </Stack>
          )}
        </section>
      </div>
      {isRefusing && <GeofenceInUse name={geofence.name} rules={rules.data ?? []} onClose={close} />}
    </Panel>
  )
}
