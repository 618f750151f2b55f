// The devices inside a shape now.

import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inside } from '../../live/fleet.types.ts'
import type { Shape } from '../../live/shape.ts'
import { useFleet } from '../../live/use-fleet.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import styles from './geofences.module.css'

const queryDelayMs = 120
const refetchEveryMs = 3_000
const maxShown = 5

export function InsideNow({ shape }: { shape: Shape }) {
  const { t } = useTranslation('geofences')
  const format = useFormat()
  const inside = useInside(shape)
  if (!inside) return null
  const more = inside.count - Math.min(inside.first.length, maxShown)
  return (
    <section aria-label={t('inside.title')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('inside.count', { count: inside.count, shown: format.number(inside.count) })}
      </Text>
      <ul className={styles.inside}>
        {inside.first.slice(0, maxShown).map(({ id, name, status }) => (
          <li key={id}>
            <StatusDot status={status} />
            <AnchorLink to="/live" search={{ device: id }} size="sm">
              {name}
            </AnchorLink>
            <Text size="xs" c="dimmed">
              {t(`shell:status.${status}`)}
            </Text>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('inside.more', { count: more, shown: format.number(more) })}
        </Text>
      )}
    </section>
  )
}

function useInside(shape: Shape): Inside | undefined {
  const fleet = useFleet()
  const [inside, setInside] = useState<Inside>()
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      const found = await fleet.inside(shape)
      if (!isOver) setInside(found)
    }
    const soon = setTimeout(ask, queryDelayMs)
    const again = setInterval(ask, refetchEveryMs)
    return () => {
      isOver = true
      clearTimeout(soon)
      clearInterval(again)
    }
  }, [fleet, shape])
  return inside
}
