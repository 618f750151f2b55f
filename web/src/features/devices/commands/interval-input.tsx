import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface IntervalInputProps {
  seconds: number | string
  onChange(seconds: number | string): void
}

export function IntervalInput({ seconds, onChange }: IntervalInputProps) {
  const { t } = useTranslation('devices')
  return (
    <NumberInput
      label={t('command.seconds')}
      min={1}
      max={2_592_000}
      allowDecimal={false}
      required
      value={seconds}
      onChange={onChange}
    />
  )
}
