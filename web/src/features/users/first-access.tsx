// How a new user gets access: by a link to choose a password, or by a password that is shown once.

import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../ui/section.tsx'

export const firstAccesses = ['invitation', 'password'] as const
export type FirstAccessChoice = (typeof firstAccesses)[number]

interface FirstAccessProps {
  value: FirstAccessChoice
  onChange: (value: FirstAccessChoice) => void
}

export function FirstAccess({ value, onChange }: FirstAccessProps) {
  const { t } = useTranslation('users')
  return (
    <Section title={t('firstAccess.title')}>
      <Radio.Group
        aria-label={t('firstAccess.title')}
        value={value}
        onChange={(chosen) => onChange(chosen as FirstAccessChoice)}
      >
        <Stack gap="sm">
          {firstAccesses.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`firstAccess.${one}`)}
              description={t(`firstAccess.${one}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}
