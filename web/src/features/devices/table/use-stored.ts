import { useState } from 'react'
import { keepInBrowser } from '../../../ui/keep-in-browser.ts'

/** A value that this browser remembers. `parse` gets whatever is stored, or null. */
export function useStored<T>(key: string, parse: (stored: unknown) => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => parse(read(key)))
  function keep(next: T): void {
    setValue(next)
    keepInBrowser(key, next)
  }
  return [value, keep]
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
