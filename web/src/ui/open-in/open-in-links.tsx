// Links from a position to the other maps that the operator has chosen.

import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWebConfig } from '../../session/use-web-config.ts'
import { openInAddress } from './open-in-addresses.ts'

/** Nothing if the operator has chosen none. */
export function useOpenIn(latitude: number | undefined, longitude: number | undefined) {
  const { t } = useTranslation('ui')
  const targets = useWebConfig()?.openIn ?? []
  if (latitude === undefined || longitude === undefined) return []
  return targets.map((target) => ({
    target,
    name: t(`openIn.${target}`),
    link: {
      href: openInAddress(target, latitude, longitude),
      target: '_blank',
      rel: 'noopener noreferrer',
    },
  }))
}

interface OpenInFactsProps {
  latitude: number | undefined
  longitude: number | undefined
}

/** A line of a list of facts. */
export function OpenInFacts({ latitude, longitude }: OpenInFactsProps) {
  const { t } = useTranslation('ui')
  const offered = useOpenIn(latitude, longitude)
  if (offered.length === 0) return null
  return (
    <>
      <dt>{t('openIn.label')}</dt>
      <dd>
        <Group gap="2px 10px" justify="flex-end">
          {offered.map(({ target, name, link }) => (
            <Anchor key={target} size="sm" {...link}>
              {name}
            </Anchor>
          ))}
        </Group>
      </dd>
    </>
  )
}
