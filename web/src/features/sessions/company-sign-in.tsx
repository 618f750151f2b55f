// "Sign in with …", once the domain of the user name has single sign-on.

import { Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { findSso, ssoUrl } from '../../session/sso.ts'

const typingMs = 400

export function CompanySignIn({ userName }: { userName: string }) {
  const { t } = useTranslation('sessions')
  const [settled] = useDebouncedValue(userName.trim(), typingMs)
  const found = useQuery({
    queryKey: ['sso-of', settled],
    enabled: /@[^@\s]+\.[^@\s]+$/.test(settled),
    queryFn: ({ signal }) => findSso(settled, signal),
    staleTime: 60_000,
    retry: false,
  })
  if (!found.data || settled !== userName.trim()) return null
  return (
    <>
      <Button component="a" href={ssoUrl(settled)} leftSection={<IconBuilding size={18} />}>
        {t('sso.signIn', { company: found.data.name })}
      </Button>
      {found.data.isRequired && (
        <Text size="sm" c="dimmed">
          {t('sso.required')}
        </Text>
      )}
    </>
  )
}
