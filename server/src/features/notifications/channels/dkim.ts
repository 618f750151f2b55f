// Signs an e-mail with the key of its sender. RSA takes about a millisecond of the event loop per e-mail, so a thread
// would cost more than it saves.

import DKIM from 'nodemailer/lib/dkim'
import type { MailSender } from '../../../platform/mail/mail-brand.ts'

const signature = 'DKIM-Signature: '

export async function signMail(raw: Buffer, { domain, selector, key }: MailSender): Promise<Buffer> {
  const dkim = new DKIM({ domainName: domain, keySelector: selector, privateKey: key as never })
  const chunks: Buffer[] = []
  for await (const chunk of dkim.sign(raw)) chunks.push(chunk as Buffer)
  const signed = Buffer.concat(chunks)
  // nodemailer leaves out a signature that it cannot make.
  if (signed.toString('latin1', 0, signature.length) === signature) return signed
  throw new Error('the e-mail could not be signed')
}
