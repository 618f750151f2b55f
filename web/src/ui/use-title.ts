import { useEffect } from 'react'

/** The browser's tab says where one is. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Rastro`
  }, [title])
}
