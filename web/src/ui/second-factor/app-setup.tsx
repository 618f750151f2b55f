// Sets up an authenticator app: its QR code, the secret as text, and the first code.

import { Button, Loader, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeLine } from '../code-line.tsx'
import { CodeField, isCode } from './code-field.tsx'

const QrCode = lazy(async () => ({ default: (await import('../qr-code.tsx')).QrCode }))

export interface AppSetupProps {
  secret: string
  uri: string
  error?: string | undefined
  isBusy: boolean
  onCode: (code: string) => void
}

export function AppSetup({ secret, uri, error, isBusy, onCode }: AppSetupProps) {
  const { t } = useTranslation('second-factor')
  const [code, setCode] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onCode(code)
      }}
    >
      <Stack>
        <Text size="sm">{t('setup.scan')}</Text>
        <Suspense fallback={<Loader size="sm" />}>
          <QrCode text={uri} label={t('setup.qrCode')} />
        </Suspense>
        <CodeLine description={t('setup.secret')} code={secret} copyLabel={t('setup.copySecret')} />
        <CodeField value={code} onChange={setCode} error={error} />
        <Button type="submit" loading={isBusy} disabled={!isCode(code)}>
          {t('setup.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
