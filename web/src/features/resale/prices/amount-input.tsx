import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { fromMillionths, toMillionths } from './money.ts'

const maxAmount = 1_000_000
const digits = 6

interface AmountInputProps {
  label: string
  /** In millionths. */
  value: number
  onChange: (value: number) => void
}

/** Keeps the text as it is typed: `0.0` on the way to `0.05` is not a number to show again. */
export function AmountInput({ label, value, onChange }: AmountInputProps) {
  const [typed, setTyped] = useState<number | string>(fromMillionths(value))
  return (
    <NumberInput
      label={label}
      min={0}
      max={maxAmount}
      decimalScale={digits}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        onChange(toMillionths(Number(next) || 0))
      }}
    />
  )
}
