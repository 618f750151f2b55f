// The first run: a new installation shows a page that creates the first operator and account, with a code from the log.

import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { sign } from '../../platform/crypto/seal.ts'
import * as queries from './setup.queries.ts'

type Needs = Pick<Context, 'db' | 'config' | 'cells'>

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
/** 32 characters of 5 bits: 160 bits cannot be guessed. */
const codeLength = 32

/** With several cells, accounts are created by command. */
export async function isSetupOpen({ db, cells }: Needs): Promise<boolean> {
  if (cells) return false
  return (await queries.findSetup(db.directory))?.isOpen === true
}

/** Undefined once the installation is set up. */
export async function findSetupCode(ctx: Needs): Promise<string | undefined> {
  if (ctx.cells) return undefined
  const state = await queries.findSetup(ctx.db.directory)
  return state?.isOpen ? codeOf(ctx, state.salt) : undefined
}

export async function isSetupCode(ctx: Needs, given: string): Promise<boolean> {
  const code = await findSetupCode(ctx)
  if (code === undefined) return false
  const hash = (text: string) => sign(ctx.config.access, 'comparison of setup codes', plain(text))
  return timingSafeEqual(hash(code), hash(given))
}

/** For the operator who starts the server: the code is printed at every start until it was used. */
export async function printSetupCode(ctx: Needs & Pick<Context, 'log'>): Promise<void> {
  const code = await findSetupCode(ctx)
  if (code === undefined) return
  ctx.log.warn(`no account yet: open ${ctx.config.http.publicUrl}/setup and enter the code ${code}`)
}

function codeOf({ config }: Pick<Needs, 'config'>, salt: Buffer): string {
  const bytes = sign(config.access, 'setup code', salt.toString('hex'))
  const text = Array.from(bytes.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.match(/.{4}/g)!.join('-')
}

/** Typed by hand, perhaps. */
function plain(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '')
}
