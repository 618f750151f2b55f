// The form of an address by channel, and what users see of an address that is a secret.

import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { faultsOf } from '../../platform/http/validation.ts'
import { createChatGuard } from './channels/chat.ts'
import type { Channel } from './notification.types.ts'

const numberShape = /^\+[1-9]\d{6,14}$/
const EmailAddress = Type.String({ format: 'email' })
const purpose = 'contact address'

type Needs = Pick<Context, 'config'>

const phoneNumber = {
  isGood: (address: string) => numberShape.test(address),
  message: 'must be a phone number with country code, like +34600111222',
}

const forms: Partial<Record<Channel, { isGood(address: string): boolean; message: string }>> = {
  email: {
    isGood: (address) => faultsOf(EmailAddress, address).length === 0,
    message: 'must be an e-mail address',
  },
  sms: phoneNumber,
  whatsapp: phoneNumber,
  voice: phoneNumber,
}
const maxShownLength = 254

/** What is wrong with it. */
export function faultOfAddress(ctx: Needs, channel: Channel, address: string): string | undefined {
  if (channel === 'chat') {
    const target = createChatGuard(ctx).targetOf(address)
    return typeof target === 'string' ? target : undefined
  }
  if (channel === 'telegram') return undefined
  if (address.length > maxShownLength) return `must have at most ${maxShownLength} characters`
  const form = forms[channel]
  return !form || form.isGood(address) ? undefined : form.message
}

/** Of a chat on Telegram that nobody has linked yet. */
export const unlinked = 'unlinked-'

/** How it is stored: a secret one is sealed, and users see its host and a fingerprint. */
export function toStored(
  ctx: Needs,
  channel: Channel,
  address: string,
): { address: string; secret: Buffer | null } {
  if (channel === 'telegram') return { address: `${unlinked}${randomText(12)}`, secret: null }
  if (channel !== 'chat') return { address, secret: null }
  const { href, hostname } = new URL(address)
  return { address: `${hostname.slice(-200)} #${fingerprintOf(href)}`, secret: sealAddress(ctx, href) }
}

export function sealAddress({ config }: Needs, address: string): Buffer {
  return seal(config.access, purpose, address)
}

/** The whole address, for the transport. */
export function openAddress(
  { config }: Needs,
  { address, secret }: { address: string; secret: Buffer | null },
): string {
  return secret ? unseal(config.access, purpose, secret) : address
}

/** The same for the same address, and different for others of the account. */
function fingerprintOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 10)
}
