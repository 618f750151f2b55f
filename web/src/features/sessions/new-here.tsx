// For people without a user: the sign-up, or the setup of an installation that has no account yet.

import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setupQuery } from '../../session/open-client.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { AnchorLink } from '../../ui/links.tsx'

export function NewHere() {
  const { t } = useTranslation('sessions')
  const setup = useQuery({ ...setupQuery, staleTime: Number.POSITIVE_INFINITY })
  const config = useWebConfig()
  if (setup.data?.isOpen) return <Navigate to="/setup" replace />
  if (!config?.signsUp) return null
  return (
    <AnchorLink to="/sign-up" size="sm">
      {t('signUp')}
    </AnchorLink>
  )
}
