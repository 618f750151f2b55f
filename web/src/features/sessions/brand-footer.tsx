// The links and contacts of the brand on the sign-in page.

import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../session/use-brand.ts'

const links = ['help', 'terms', 'privacy', 'imprint'] as const

export function BrandFooter() {
  const { t } = useTranslation('sessions')
  const brand = useBrand()
  if (!brand) return null
  const { supportEmail, supportPhone } = brand
  const shown = links.flatMap((link) => {
    const url = brand[`${link}Url`]
    return url ? [{ link, url }] : []
  })
  if (shown.length === 0 && !supportEmail && !supportPhone) return null
  return (
    <Stack gap={4}>
      <Group gap="sm">
        {shown.map(({ link, url }) => (
          <Anchor key={link} href={url} target="_blank" rel="noopener noreferrer" size="sm" title={url}>
            {t(`brand.${link}`)}
          </Anchor>
        ))}
      </Group>
      {(supportEmail || supportPhone) && (
        <Text size="sm">
          {t('brand.support')}{' '}
          {supportEmail && <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>}
          {supportEmail && supportPhone && ' · '}
          {supportPhone && (
            <Anchor href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>{supportPhone}</Anchor>
          )}
        </Text>
      )}
    </Stack>
  )
}
