// The secret of a link that acknowledges one alert for one contact. Messages carry it; only its hash is stored.

import { createHash } from 'node:crypto'
import { randomText } from '../../platform/crypto/ids.ts'

/** 190 bits. */
const secretLength = 32
const idLength = 22
const accountPrefix = 'acc_'
export const linkValidForMs = 24 * 3_600_000

/** Without the account, which the lease of the notification finds. */
export function newLinkSecret(): string {
  return randomText(secretLength)
}

/** What the message carries: the account's public id, which finds its home cell, and the secret. */
export function linkTokenOf(account: string, secret: string): string {
  return `${account.slice(accountPrefix.length)}${secret}`
}

/** The account that a link claims to belong to. */
export function accountOfToken(token: string): string {
  return `${accountPrefix}${token.slice(0, idLength)}`
}

export function hashOfToken(token: string): Buffer {
  return hashOfSecret(token.slice(idLength))
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** `baseUrl` is the home host of the account, never that of a request. */
export function urlOfToken(baseUrl: string, token: string): string {
  return baseUrl + pathOfToken(token)
}

export function pathOfToken(token: string): string {
  return `/acknowledge/${token}`
}
