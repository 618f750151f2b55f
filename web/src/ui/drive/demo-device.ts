// The device that a simulated drive created, so that it can be driven again and deleted after a reload.

const storageKey = 'rastro.demo-device'

/** Storage may be switched off: then the device is forgotten with the page. */
let remembered = read()

function read(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

export function demoDevice(): string | undefined {
  return remembered
}

export function rememberDemoDevice(id: string | undefined): void {
  remembered = id
  try {
    if (id) localStorage.setItem(storageKey, id)
    else localStorage.removeItem(storageKey)
  } catch {
    // Forgotten with the page.
  }
}
