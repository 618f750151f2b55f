// An instant, entered in the account's time zone.

import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import { useAccount } from '../session/use-account.ts'
import { fromLocalText, toLocalText } from './local-time.ts'

export type MomentInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string | null
  onChange: (at: string | null) => void
}

export function MomentInput({ value, onChange, ...props }: MomentInputProps) {
  const timeZone = useAccount()?.timeZone ?? 'UTC'
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={value ? toLocalText(value, timeZone) : ''}
      onChange={(event) => onChange(fromLocalText(event.currentTarget.value, timeZone) ?? null)}
    />
  )
}
