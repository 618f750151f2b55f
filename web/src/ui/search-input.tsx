import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const restMs = 250

export interface SearchInputProps {
  label: string
  value: string | undefined
  onChange: (search: string | undefined) => void
}

/** A search that the address keeps; it is asked when the typing rests. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value ?? '')
  const tell = useDebouncedCallback((search: string) => onChange(search.trim() || undefined), restMs)
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={16} />}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}
