// Shows the settings for the chosen providers. They are set on the server, because its security policy depends on them.

import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { MapProvider } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { rastro } from '../../session/session.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { Failure } from '../../ui/failure.tsx'
import { settingsFor } from './provider-settings.ts'

export function ChooseProviders() {
  const { t } = useTranslation('maps')
  const answer = useQuery({ queryKey: ['map-providers'], queryFn: () => rastro.get('/api/mapProviders') })
  const [changed, setChanged] = useState<string[]>()
  const providers = answer.data?.providers ?? []
  const chosen = changed ?? providers.filter(({ isChosen }) => isChosen).map(({ id }) => id)
  if (answer.error) return <Failure error={answer.error} />
  return (
    <Stack gap="sm">
      <Checkbox.Group value={chosen} onChange={setChanged} label={t('provider.choose')}>
        <Stack gap="xs" mt="xs">
          {providers.map((provider) => (
            <Provider key={provider.id} provider={provider} isChosen={chosen.includes(provider.id)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <CodeLine
        description={t('provider.set')}
        code={settingsFor(providers, chosen)}
        copyLabel={t('provider.copy')}
      />
    </Stack>
  )
}

function Provider({ provider, isChosen }: { provider: MapProvider; isChosen: boolean }) {
  const { t } = useTranslation('maps')
  const { language } = usePreferences()
  const { id, name, shows, receivers, namesSite, needsKey, termsUrl } = provider
  const to = new Intl.ListFormat(language).format(receivers)
  return (
    <div>
      <Checkbox value={id} label={t(`shows.${shows}`, { name })} />
      {isChosen && (
        <Text size="xs" c="dimmed" pl={32} pt={4}>
          {t(namesSite ? 'disclosureWithSite' : 'disclosure', { to })} {needsKey && t('needsKey')}{' '}
          {t(`terms.${id}`)}
        </Text>
      )}
      {isChosen && (
        <Group pl={32}>
          <Anchor size="xs" href={termsUrl} target="_blank" rel="noopener noreferrer">
            {t('termsOf', { name })}
          </Anchor>
        </Group>
      )}
    </div>
  )
}
