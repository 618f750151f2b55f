// The form of an address by channel, and what users see of an address that is a secret.

import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Config } from '../../config/config.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { faultsOf } from '../../platform/http/validation.ts'
import type { Channel } from './notification.types.ts'

const numberShape = /^\+[1-9]\d{6,14}$/
const EmailAddress = Type.String({ format: 'email' })
const purpose = 'contact address'

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

/** What is wrong with it. */
export function faultOfAddress(channel: Channel, address: string): string | undefined {
  const form = forms[channel]
  return !form || form.isGood(address) ? undefined : form.message
}

type Secrets = Pick<Config, 'access'>

export function sealAddress({ access }: Secrets, address: string): Buffer {
  return seal(access, purpose, address)
}

/** The whole address, for the transport. */
export function openAddress(
  { access }: Secrets,
  { address, secret }: { address: string; secret: Buffer | null },
): string {
  return secret ? unseal(access, purpose, secret) : address
}

/** Names a secret address: the same for the same one, and different for others of the account. */
export function fingerprintOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 8)
}
