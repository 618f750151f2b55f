// For people without a user: the sign-up, or the setup of an installation that has no account yet.

import { createClient } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readWebConfig } from '../../session/web-config.ts'
import { AnchorLink } from '../../ui/links.tsx'

const openClient = createClient({ url: globalThis.location?.origin ?? '', token: async () => 'none' })

export function NewHere() {
  const { t } = useTranslation('sessions')
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: () => openClient.get('/session/setup'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const config = useQuery({
    queryKey: ['web-config'],
    queryFn: readWebConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (setup.data?.isOpen) return <Navigate to="/setup" replace />
  if (!config.data?.signsUp) return null
  return (
    <AnchorLink to="/sign-up" size="sm">
      {t('signUp')}
    </AnchorLink>
  )
}
