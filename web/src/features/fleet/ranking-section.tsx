// The devices at both ends of the fleet, by distance and by idling.

import { Title } from '@mantine/core'
import type { Dashboard } from '@rastro/client'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../ui/links.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './fleet.module.css'
import { Part } from './part.tsx'
import { ReportText, useMayOpenReports } from './report-links.tsx'
import { shareOf } from './shares.ts'

type Ranked = Dashboard['byDistance']['top'][number]

export function RankingSection({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const { byDistance, byIdle, from, to } = dashboard
  const distance = ({ distance }: Ranked) => format.distance(distance)
  const idleShare = ({ idleSeconds, engineSeconds }: Ranked) => {
    const share = shareOf(idleSeconds, engineSeconds)
    return share === undefined ? '–' : format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  }
  const lists = [
    { name: 'farthest', devices: byDistance.top, text: distance },
    { name: 'nearest', devices: restOf(byDistance), text: distance },
    { name: 'mostIdle', devices: byIdle.top, text: idleShare },
    { name: 'leastIdle', devices: restOf(byIdle), text: idleShare },
  ] as const
  return (
    <Part title={t('ranking.title')}>
      <div className={styles.rankings}>
        {lists.map(
          ({ name, devices, text }) =>
            devices.length > 0 && (
              <RankedList
                key={name}
                title={t(`ranking.${name}`)}
                devices={devices}
                text={text}
                days={{ from, to }}
              />
            ),
        )}
      </div>
    </Part>
  )
}

/** Of a small fleet the first list has all devices. */
function restOf({ top, bottom }: Dashboard['byDistance']): Ranked[] {
  const listed = new Set(top.map(({ deviceId }) => deviceId))
  return bottom.every(({ deviceId }) => listed.has(deviceId)) ? [] : bottom
}

interface RankedListProps {
  title: string
  devices: Ranked[]
  text(device: Ranked): string
  days: { from: string; to: string }
}

function RankedList({ title, devices, text, days }: RankedListProps) {
  const id = useId()
  const mayOpenReports = useMayOpenReports()
  return (
    <div className={styles.ranking}>
      <Title order={3} size="h6" id={id}>
        {title}
      </Title>
      <ol aria-labelledby={id}>
        {devices.map((device) => (
          <li key={device.deviceId}>
            <span className={styles.name}>
              {mayOpenReports ? (
                <ReportText search={{ report: 'days', ...days, devices: device.deviceId }}>
                  {device.name}
                </ReportText>
              ) : (
                <AnchorLink
                  to="/history/$deviceId"
                  params={{ deviceId: device.deviceId }}
                  search={days}
                  inherit
                >
                  {device.name}
                </AnchorLink>
              )}
            </span>
            <span>{text(device)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
