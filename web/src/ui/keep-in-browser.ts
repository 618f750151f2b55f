/** For later visits. Where the browser blocks storage, it lasts until the page is closed. */
export function keepInBrowser(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
