import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MomentInput } from '../moment-input.tsx'

const hourMs = 3_600_000
const presetHours = [1, 24, 168, 720] as const

interface ShareExpiryProps {
  value: string | null
  onChange: (expiresAt: string | null) => void
  error: string | undefined
}

/** When the link expires. The operator sets the maximum; the server enforces it. */
export function ShareExpiry({ value, onChange, error }: ShareExpiryProps) {
  const { t } = useTranslation('shares')
  return (
    <Stack gap="xs">
      <MomentInput
        label={t('expiresLabel')}
        description={t('expiresHint')}
        required
        withAsterisk={false}
        value={value}
        onChange={onChange}
        error={error}
      />
      <Group gap="xs">
        {presetHours.map((hours) => (
          <Button
            key={hours}
            size="compact-sm"
            variant="default"
            onClick={() => onChange(new Date(Date.now() + hours * hourMs).toISOString())}
          >
            {t(`in.${hours}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
