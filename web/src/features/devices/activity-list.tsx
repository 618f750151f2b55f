import { Badge, Code, Group, Text } from '@mantine/core'
import type { ActivityEntry } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { usePlace } from '../../ui/places/use-place.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { warningsOf } from './activity.ts'
import { guessProtocol } from './connect/guess-protocol.ts'
import { kindOf } from './connect/kinds.ts'
import styles from './devices.module.css'

const colors = { location: 'green', connection: 'blue', unreadable: 'red' } as const

export function ActivityList({ activity }: { activity: ActivityEntry[] }) {
  const { t } = useTranslation('devices')
  return (
    <ul className={styles.rows} aria-label={t('tabs.activity')}>
      {activity.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same millisecond.
        <ActivityRow key={`${entry.receivedAt} ${index}`} entry={entry} />
      ))}
    </ul>
  )
}

function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  const { receivedAt, type, protocol, text, location, excerpt } = entry
  const place = usePlace(location ?? {}, 'list')
  const looksLike = excerpt && kindOf(guessProtocol(excerpt))?.name
  const warnings = location ? warningsOf(location) : []
  return (
    <li>
      <div className={styles.row_head}>
        <Group gap="xs">
          <Badge size="sm" variant="light" tt="none" color={warnings.length > 0 ? 'yellow' : colors[type]}>
            {t(`activity.kinds.${type}`)}
          </Badge>
          {location && location.latitude !== null && (
            <Text size="sm">
              {location.latitude?.toFixed(5)}, {location.longitude?.toFixed(5)}
            </Text>
          )}
          {place && (
            <Text size="sm" title={place.name}>
              {place.shortName}
            </Text>
          )}
          {protocol && (
            <Text size="sm" c="dimmed">
              {protocol}
            </Text>
          )}
        </Group>
        <Text size="xs" c="dimmed" title={format.dateTime(receivedAt)}>
          {format.age(Math.min(Date.parse(receivedAt), nowMs), nowMs)}
        </Text>
      </div>
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {t(`activity.warnings.${warning}`, {
            clock: location?.deviceTime && format.dateTime(location.deviceTime),
          })}
        </Text>
      ))}
      {type === 'unreadable' && (
        <>
          <Text size="sm">
            {text} {looksLike && t('activity.looksLike', { name: looksLike })}
          </Text>
          <Text size="sm" c="dimmed">
            {t('activity.unreadableHelp')}
          </Text>
        </>
      )}
      {excerpt && (
        <Group gap={4} wrap="nowrap" mt={4}>
          <Code className={styles.hex}>{excerpt.replace(/(..)(?=.)/g, '$1 ')}</Code>
          <CopyIcon text={excerpt} what={t('activity.bytes')} />
        </Group>
      )}
    </li>
  )
}
