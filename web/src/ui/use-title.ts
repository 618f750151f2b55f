import { useEffect } from 'react'

/** Sets the title of the browser tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Rastro`
  }, [title])
}
