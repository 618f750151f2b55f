// Single sign-on of the account: the provider, the domains, and a test that really signs in.

import { Button, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { openProvider } from '../../session/sso.ts'
import { useMe } from '../../session/use-me.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { ProviderForm } from './provider-form.tsx'
import { SsoDomains } from './sso-domains.tsx'
import { TestResult } from './test-result.tsx'

export const ssoKey = ['sso']

export function SsoPage() {
  const { t } = useTranslation('sso')
  const me = useMe()
  const queries = useQueryClient()
  const settings = useQuery({ queryKey: ssoKey, queryFn: () => rastro.get('/api/account/sso') })
  if (me && me.role === 'standard') return <Navigate to="/settings/account" replace />
  const { data } = settings

  async function test(): Promise<void> {
    await openProvider('test')
    await queries.invalidateQueries({ queryKey: ssoKey })
  }

  return (
    <Page title={t('title')} subtitle={t('hint')}>
      {settings.error && !data && (
        <Failure
          error={settings.error}
          onRetry={() => {
            inBackground(settings.refetch())
          }}
        />
      )}
      {settings.isPending && <Loader aria-label={t('ui:loading')} />}
      {data && (
        <>
          <Section title={t('atProvider')} description={t('atProviderHint')}>
            <CodeLine
              description={t('redirectUri')}
              code={data.redirectUri}
              copyLabel={t('copyRedirectUri')}
            />
            <CodeLine description={t('logoutUri')} code={data.logoutUri} copyLabel={t('copyLogoutUri')} />
          </Section>
          <Section title={t('domains.title')} description={t('domains.hint')}>
            <SsoDomains domains={data.domains} />
          </Section>
          <Section title={t('provider.title')} description={t('provider.hint')}>
            <ProviderForm key={data.provider?.issuer ?? ''} provider={data.provider} />
          </Section>
          {data.provider && (
            <Section title={t('test.title')} description={t('test.hint')}>
              <TestResult test={data.provider.test} lastFailure={data.provider.lastFailure} />
              <div>
                <Button variant="default" onClick={() => inBackground(test())}>
                  {t('test.start')}
                </Button>
              </div>
            </Section>
          )}
        </>
      )}
    </Page>
  )
}
