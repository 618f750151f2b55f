// Checks the mail server: greeting, EHLO, TLS and login, without sending a message.

import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { readSmtpUrl } from './smtp.ts'

export function reachSmtp(smtpUrl: string, withinMs: number): Promise<void> {
  const { options, auth } = readSmtpUrl(smtpUrl, withinMs)
  const connection = new SMTPConnection(options)
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      connection.close()
      reject(error)
    }
    const done = () => {
      connection.quit()
      resolve()
    }
    connection.on('error', fail)
    connection.connect((error) => {
      if (error) fail(error)
      else if (auth) connection.login(auth, (refusal) => (refusal ? fail(refusal) : done()))
      else done()
    })
  })
}
