// Reads the messages that the installation sent.

import { vi } from 'vitest'
import type { Mailbox } from '../server/test/mailbox.ts'

const waitMs = 30_000

/** The secret of the verification link that was sent to an address. Also works before the first test. */
export function linkSecretIn(mailbox: Mailbox, address: string): Promise<string> {
  const read = () => {
    const raw = mailbox.messages.find(({ to }) => to === address)?.raw ?? ''
    // Long lines are wrapped in quoted-printable.
    const secret = /\/verify\/([0-9A-Za-z]{52})/.exec(raw.replaceAll(/=\r?\n/g, ''))?.[1]
    if (!secret) throw new Error(`no verification link was sent to ${address}`)
    return secret
  }
  return vi.waitFor(read, { timeout: waitMs, interval: 200 })
}
