// The title of the browser tab, with the number of open critical alerts in front.

import { useEffect } from 'react'

let productName = 'Rastro'
let shownTitle = ''
let shownCount = 0

export function titleOf(title: string, count: number): string {
  const name = title ? `${title} · ${productName}` : productName
  return count > 0 ? `(${count}) ${name}` : name
}

function write(): void {
  document.title = titleOf(shownTitle, shownCount)
}

/** The name of the brand, behind every title. */
export function setProductName(name: string): void {
  productName = name
  write()
}

/** Sets the title of the browser tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return
    shownTitle = title
    write()
  }, [title])
}

/** Also visible while another tab is open. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    shownCount = count
    write()
    return () => {
      shownCount = 0
      write()
    }
  }, [count])
}
