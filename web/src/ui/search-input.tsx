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

/** A search kept in the URL; applied when typing pauses. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value ?? '')
  const changeLater = useDebouncedCallback((search: string) => onChange(search.trim() || undefined), restMs)
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
        changeLater(event.currentTarget.value)
      }}
    />
  )
}
