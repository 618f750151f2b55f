// The maps of this installation, for its operators: what there is, and how to add streets.

import { List, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { useMe } from '../../session/use-me.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { MapWays } from '../../ui/map-ways/map-ways.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ChooseProviders } from './choose-providers.tsx'

export function MapsPage() {
  const { t } = useTranslation('maps')
  const account = useAccount()
  const me = useMe()
  if (!account?.isOperator) {
    return (
      <Page title={t('title')}>
        {account ? <Text>{t('operatorsOnly')}</Text> : <Loader aria-label={t('ui:loading')} />}
      </Page>
    )
  }
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Offered />
      <MapWays country={me?.country ?? 'ES'}>
        <ChooseProviders />
      </MapWays>
      <Section title={t('openIn.title')} description={t('openIn.hint')}>
        <CodeLine
          description={t('openIn.set')}
          code="RASTRO_OPEN_IN=osm,google,apple,waze,geo"
          copyLabel={t('openIn.copy')}
        />
      </Section>
    </Page>
  )
}

function Offered() {
  const { t } = useTranslation('maps')
  const config = useWebConfig()
  if (!config) return null
  const names = [...config.maps, ...config.providers].map(({ name }) => name)
  return (
    <Section title={t('offered.title')} description={t('offered.hint')}>
      {names.length === 0 ? (
        <Text size="sm">{t('offered.none')}</Text>
      ) : (
        <List size="sm">
          {names.map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}
