import type { NumberInputProps } from '@mantine/core'
import { NumberInput } from '@mantine/core'
import { useEffect, useState } from 'react'

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  value: number
  min: number
  max: number
  /** Called when typing has ended: a partial number must not move the shape. */
  onTake(value: number): void
}

export function NumberField({ value, onTake, min, max, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<unknown>(value)
  useEffect(() => setTyped(value), [value])
  const take = () => {
    if (typeof typed !== 'number') return setTyped(value)
    const within = Math.min(max, Math.max(min, typed))
    setTyped(within)
    if (within !== value) onTake(within)
  }
  return (
    <NumberInput
      size="sm"
      {...rest}
      value={typed as number | string}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}
