import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const digits = 6

export interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  hasFocus?: boolean
}

/** The six digits of an authenticator app. */
export function CodeField({ value, onChange, error, hasFocus = false }: CodeFieldProps) {
  const { t } = useTranslation('second-factor')
  return (
    <TextInput
      label={t('code')}
      description={t('codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={hasFocus}
      data-autofocus={hasFocus || undefined}
      required
      withAsterisk={false}
      value={value}
      // Some apps show a space in the middle.
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, digits))}
      error={error && <span role="alert">{error}</span>}
    />
  )
}

export function isCode(text: string): boolean {
  return text.length === digits
}
